import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createNameResolver } from '#platform/name-resolver.ts';
import type { Db } from '../database.ts';
import { FeedSource } from './feed-source.ts';
import { ListProvider } from './list-provider.ts';
import type { ListSource } from './list-source.ts';
import { OwnRules } from './own-rules.ts';
import { phishtankUrls } from './phishtank-urls.ts';
import { RedirectFollower } from './redirect-follower.ts';
import { SafetyChecker } from './safety-checker.ts';
import { SafetyMetrics } from './safety-metrics.ts';
import type { SafetyProvider } from './safety-provider.ts';
import { ThreatLists } from './threat-lists.ts';
import { urlhausUrls } from './urlhaus-urls.ts';
import { WebRiskClient } from './web-risk-client.ts';
import { WebRiskProvider } from './web-risk-provider.ts';
import { WebRiskSource } from './web-risk-source.ts';

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

const urlhausPeriodMs = 5 * 60_000;
const phishtankPeriodMs = 60 * 60_000;

/** Everyone who is asked, as the configuration has it. A new provider gets its lines here. */
export function createSafety(db: Db, { config, clock, log, metrics: registry }: SafetyParts): Safety {
  const { webRisk, urlhausSource, phishtankSource, followRedirects, dnsServers } = config.safety;
  const metrics = new SafetyMetrics(registry);
  const sources: ListSource[] = [];
  const providers: SafetyProvider[] = [];
  if (webRisk !== null) {
    const client = new WebRiskClient(webRisk);
    const { threats } = webRisk;
    sources.push(...threats.map((threat) => new WebRiskSource(client, threat, clock)));
    providers.push(new WebRiskProvider({ db, client, threats, metrics, clock, log }));
  }
  if (urlhausSource !== null) {
    const feed = {
      listId: 'urlhaus',
      source: urlhausSource,
      periodMs: urlhausPeriodMs,
      readUrls: urlhausUrls,
      clock,
    };
    sources.push(new FeedSource(feed));
    providers.push(new ListProvider({ listId: 'urlhaus', name: 'URLhaus', threat: 'malware' }));
  }
  if (phishtankSource !== null) {
    const feed = {
      listId: 'phishtank',
      source: phishtankSource,
      periodMs: phishtankPeriodMs,
      readUrls: phishtankUrls,
      clock,
    };
    sources.push(new FeedSource(feed));
    providers.push(
      new ListProvider({ listId: 'phishtank', name: 'PhishTank', threat: 'social_engineering' }),
    );
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
