import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { Counter } from 'prom-client';
import type { RateDecision, RatePolicy } from '#core/rate-limit.ts';
import { RateWindow } from '#core/rate-window.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { ProcessCensus } from './process-census.ts';

const script = readFileSync(new URL('decide-rate-limit.lua', import.meta.url), 'utf8');
const subjectsMax = 50_000;
/** After a failure Redis is left alone for this long, so that a hanging one doesn't slow every request. */
const pauseMs = 500;

/** What this process knows of a subject: enough to go on without Redis. */
interface Subject {
  seenMicros: number;
  /** Used when last seen, by policy name. */
  used: Map<string, number>;
  /** Null while Redis answers. */
  outage: Outage | null;
}

interface Outage {
  /** What this process may still let through. */
  window: RateWindow;
  /** What it did let through, which Redis must be told. */
  granted: RateWindow;
}

interface RateLimiterOptions {
  redis: Redis;
  keyPrefix: string;
  census: Pick<ProcessCensus, 'alive'>;
  clock: Clock;
  /** In tests the clock decides in Redis too; otherwise the time is Redis's own. */
  clockRulesRedis?: boolean;
  metrics: Metrics;
}

/** Decides burst, minute and day of a subject in one Redis call (D53), or from memory without it (D55). */
export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #subjects = new BoundedMap<string, Subject>(subjectsMax);
  readonly #decisions: Counter<'source' | 'outcome'>;
  #pausedUntilMs = 0;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    options.redis.defineCommand('decideRateLimit', { numberOfKeys: 1, lua: script });
    this.#decisions = new Counter({
      name: 'waypost_rate_limit_decisions_total',
      help: 'Rate-limit decisions, by who decided and how',
      labelNames: ['source', 'outcome'],
      registers: [options.metrics],
    });
  }

  /** @param subject whose quota it is: a key or an address, with its kind in front. */
  async decide(subject: string, policies: RatePolicy[]): Promise<RateDecision> {
    const shared = await this.#decideInRedis(subject, policies);
    const decision = shared ?? this.#decideInMemory(subject, policies);
    this.#decisions.inc({
      source: shared ? 'redis' : 'memory',
      outcome: decision.allowed ? 'allowed' : 'refused',
    });
    return decision;
  }

  async #decideInRedis(subject: string, policies: RatePolicy[]): Promise<RateDecision | null> {
    if (performance.now() < this.#pausedUntilMs) return null;
    const { redis, keyPrefix, clockRulesRedis } = this.#options;
    const known = this.#subjects.get(subject);
    const nowMicros = this.#nowMicros();
    const args = policies.flatMap((policy) => policyArguments(policy, known, nowMicros));
    try {
      // The braces keep a subject's key on one node of a cluster.
      const reply = await (redis as ScriptedRedis).decideRateLimit(
        `${keyPrefix}rate:{${subject}}`,
        clockRulesRedis ? nowMicros : '',
        ...args,
      );
      const decision = readReply(policies, reply);
      const used = new Map(decision.usage.map(({ policy, used: count }) => [policy.name, count]));
      this.#subjects.set(subject, { seenMicros: nowMicros, used, outage: null });
      return decision;
    } catch {
      this.#pausedUntilMs = performance.now() + pauseMs;
      return null;
    }
  }

  #decideInMemory(subject: string, policies: RatePolicy[]): RateDecision {
    const nowMicros = this.#nowMicros();
    const known = this.#subjects.get(subject) ?? { seenMicros: nowMicros, used: new Map(), outage: null };
    const shares = policies.map((policy) => ({ ...policy, quota: this.#share(policy.quota) }));
    const outage = known.outage ?? this.#beginOutage(known, policies, shares);
    const decision = outage.window.decide(shares, nowMicros);
    if (decision.allowed) for (const share of shares) outage.granted.add(share, nowMicros, 1);
    this.#subjects.set(subject, { ...known, outage });
    return decision;
  }

  /** A share of the quota, of which a share of what was used is gone already. */
  #beginOutage(known: Subject, policies: RatePolicy[], shares: RatePolicy[]): Outage {
    const window = new RateWindow();
    for (const [index, share] of shares.entries()) {
      const quota = policies[index]?.quota ?? share.quota;
      const remaining = Math.floor(
        Math.max(0, quota - (known.used.get(share.name) ?? 0)) / this.#options.census.alive,
      );
      const gone = share.quota - Math.min(share.quota, remaining);
      if (gone > 0) window.add(share, known.seenMicros, gone);
    }
    return { window, granted: new RateWindow() };
  }

  /** Never nothing: a quota smaller than the number of processes would refuse everything. */
  #share(quota: number): number {
    return Math.max(1, Math.floor(quota / this.#options.census.alive));
  }

  #nowMicros(): number {
    return Math.floor(this.#options.clock.nowMs() * 1_000);
  }
}

type ScriptedRedis = Redis & {
  decideRateLimit(key: string, ...args: (string | number)[]): Promise<number[]>;
};

function policyArguments(policy: RatePolicy, known: Subject | undefined, nowMicros: number): number[] {
  const debt = known?.outage?.granted.used(policy, nowMicros) ?? 0;
  const seenBucket = known ? Math.floor(known.seenMicros / policy.bucketMicros) : -1;
  const seenCount = known?.used.get(policy.name) ?? 0;
  return [policy.bucketMicros, policy.pastBuckets, policy.quota, debt, seenBucket, seenCount];
}

function readReply(policies: RatePolicy[], reply: number[]): RateDecision {
  const usage = policies.map((policy, index) => {
    const [used = 0, waitMicros = 0, resetMicros = 0] = reply.slice(1 + index * 3);
    return { policy, used, waitMicros, resetMicros };
  });
  return { allowed: reply[0] === 1, usage };
}
