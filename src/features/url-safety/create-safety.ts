import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createNameResolver } from '#platform/name-resolver.ts';
import type { Db } from '../database.ts';
import { ListProvider } from './check/list-provider.ts';
import { OwnRules } from './check/own-rules.ts';
import { RedirectFollower } from './check/redirect-follower.ts';
import { SafetyChecker } from './check/safety-checker.ts';
import type { SafetyProvider } from './check/safety-provider.ts';
import { WebRiskProvider } from './check/web-risk-provider.ts';
import { FeedSource } from './lists/feed-source.ts';
import type { ListSource } from './lists/list-source.ts';
import { threatFeeds } from './lists/threat-feeds.ts';
import { ThreatLists } from './lists/threat-lists.ts';
import { WebRiskClient } from './lists/web-risk-client.ts';
import { WebRiskSource } from './lists/web-risk-source.ts';
import { SafetyMetrics } from './safety-metrics.ts';

export interface Safety {
  checker: SafetyChecker;
  lists: ThreatLists;
  sources: ListSource[];
  metrics: SafetyMetrics;
}

interface SafetyParts {
  config: Config;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

/** All configured providers. */
export function createSafety(db: Db, { config, clock, log, metrics: registry }: SafetyParts): Safety {
  const { webRisk, feedSources, followRedirects, dnsServers } = config.safety;
  const metrics = new SafetyMetrics(registry);
  const sources: ListSource[] = [];
  const providers: SafetyProvider[] = [];
  if (webRisk !== null) {
    const client = new WebRiskClient(webRisk);
    const { threats } = webRisk;
    sources.push(...threats.map((threat) => new WebRiskSource(client, threat, clock)));
    providers.push(new WebRiskProvider({ db, client, threats, metrics, clock, log }));
  }
  for (const feed of threatFeeds) {
    const source = feedSources[feed.setting];
    if (source === null) continue;
    sources.push(new FeedSource(feed, source, clock));
    providers.push(new ListProvider(feed));
  }
  const lists = new ThreatLists(
    db,
    sources.map(({ listId }) => listId),
  );
  const follower = new RedirectFollower({ ...config, clock, resolve: createNameResolver(dnsServers) });
  const checker = new SafetyChecker({
    ownRules: new OwnRules(config),
    lists,
    clock,
    providers,
    follower: followRedirects ? follower : null,
  });
  return { checker, lists, sources, metrics };
}
