import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { Counter } from 'prom-client';
import type { RateDecision, RatePolicy } from '#core/rate-limit.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { ProcessCensus } from './process-census.ts';
import { RateSubjects } from './rate-subjects.ts';

const script = readFileSync(new URL('decide-rate-limit.lua', import.meta.url), 'utf8');
/** After a failure Redis is not used for this long, then one request tries it. */
const pauseMs = 500;

interface RateLimiterOptions {
  redis: Redis;
  keyPrefix: string;
  census: Pick<ProcessCensus, 'alive'>;
  clock: Clock;
  /** In tests, the clock also decides in Redis; otherwise Redis uses its own time. */
  clockRulesRedis?: boolean;
  metrics: Metrics;
  log: Log;
}

type ScriptedRedis = Redis & {
  decideRateLimit(key: string, ...args: (string | number)[]): Promise<number[]>;
};

/** Decides burst, minute and day of a subject in one Redis call (D53), or from memory without it (D55). */
export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #subjects: RateSubjects;
  readonly #decisions: Counter<'source' | 'outcome'>;
  #away: { retryAtMs: number; probing: boolean } | null = null;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    this.#subjects = new RateSubjects(() => options.census.alive);
    options.redis.defineCommand('decideRateLimit', { numberOfKeys: 1, lua: script });
    this.#decisions = new Counter({
      name: 'waypost_rate_limit_decisions_total',
      help: 'Rate-limit decisions, by decider and result',
      labelNames: ['source', 'outcome'],
      registers: [options.metrics],
    });
  }

  /** @param subject the key or address, with its kind as a prefix. */
  async decide(subject: string, policies: RatePolicy[]): Promise<RateDecision> {
    const shared = this.#mayAskRedis() ? await this.#decideInRedis(subject, policies) : null;
    const decision = shared ?? this.#subjects.of(subject).decideAlone(policies, this.#nowMicros());
    this.#decisions.inc({
      source: shared ? 'redis' : 'memory',
      outcome: decision.allowed ? 'allowed' : 'refused',
    });
    return decision;
  }

  /** While Redis is away, one request at a time checks whether it is back; the others don't wait. */
  #mayAskRedis(): boolean {
    if (this.#away === null) return true;
    if (this.#away.probing || performance.now() < this.#away.retryAtMs) return false;
    this.#away.probing = true;
    return true;
  }

  async #decideInRedis(subject: string, policies: RatePolicy[]): Promise<RateDecision | null> {
    const { redis, keyPrefix, clockRulesRedis, log } = this.#options;
    const known = this.#subjects.of(subject);
    const nowMicros = this.#nowMicros();
    const debts = known.takeDebts(policies, nowMicros);
    const args = policies.flatMap((policy, index) => {
      const { bucket, count } = known.seen(policy);
      return [
        policy.bucketMicros,
        policy.pastBuckets,
        policy.quota,
        debts[index] ?? 0,
        bucket,
        count,
        policy.cost ?? 1,
      ];
    });
    try {
      // The braces keep the key of a subject on one node of a cluster.
      const key = `${keyPrefix}rate:{${subject}}`;
      const reply = await (redis as ScriptedRedis).decideRateLimit(
        key,
        clockRulesRedis ? nowMicros : '',
        ...args,
      );
      const decision = readReply(policies, reply);
      known.noteAnswer(decision, reply.at(-1) ?? nowMicros, nowMicros);
      if (this.#away !== null) log.info('rate limits are decided by Redis again');
      this.#away = null;
      return decision;
    } catch (error) {
      known.giveBackDebts(policies, debts, nowMicros);
      if (this.#away === null)
        log.warn({ err: error }, 'Redis did not decide: rate limits are enforced from memory');
      this.#away = { retryAtMs: performance.now() + pauseMs, probing: false };
      return null;
    }
  }

  #nowMicros(): number {
    return Math.floor(this.#options.clock.nowMs() * 1_000);
  }
}

function readReply(policies: RatePolicy[], reply: number[]): RateDecision {
  const usage = policies.map((policy, index) => {
    const [used = 0, waitMicros = 0, resetMicros = 0] = reply.slice(1 + index * 3);
    return { policy, used, waitMicros, resetMicros };
  });
  return { allowed: reply[0] === 1, isShared: true, usage };
}
