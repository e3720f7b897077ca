import type { RateDecision, RatePolicy, RateUsage } from './rate-limit.ts';

/**
 * The counting of `decide-rate-limit.lua` in memory, for use without Redis. Both must decide alike: `test/rate-limiter.test.ts` compares them.
 */
export class RateWindow {
  readonly #buckets = new Map<string, Map<number, number>>();

  decide(policies: RatePolicy[], nowMicros: number): RateDecision {
    const before = policies.map((policy) => this.#usage(policy, nowMicros));
    const allowed = before.every(({ waitMicros }) => waitMicros === 0);
    if (!allowed) return { allowed, usage: before };
    for (const policy of policies) this.add(policy, nowMicros, policy.cost ?? 1);
    return {
      allowed,
      usage: policies.map((policy) => ({ ...this.#usage(policy, nowMicros), waitMicros: 0 })),
    };
  }

  add(policy: RatePolicy, nowMicros: number, count: number): void {
    if (count === 0) return;
    const bucket = Math.floor(nowMicros / policy.bucketMicros);
    const buckets = this.#of(policy);
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + count);
  }

  used(policy: RatePolicy, nowMicros: number): number {
    return this.#usage(policy, nowMicros).used;
  }

  #usage(policy: RatePolicy, nowMicros: number): RateUsage {
    const current = Math.floor(nowMicros / policy.bucketMicros);
    const buckets = this.#of(policy);
    for (const bucket of buckets.keys()) {
      if (Math.abs(current - bucket) > policy.pastBuckets) buckets.delete(bucket);
    }
    const counted = [...buckets].sort(([a], [b]) => a - b);
    const used = counted.reduce((sum, [, count]) => sum + count, 0);
    const leaves = (bucket: number) => (bucket + policy.pastBuckets + 1) * policy.bucketMicros - nowMicros;

    const { cost = 1 } = policy;
    let left = used;
    let waitMicros = 0;
    for (const [bucket, count] of counted) {
      if (cost === 0 || left + cost <= policy.quota) break;
      left -= count;
      waitMicros = leaves(bucket);
    }
    // More than the whole quota never fits.
    if (cost > 0 && left + cost > policy.quota) waitMicros = leaves(current);
    const oldest = counted[0]?.[0] ?? current;
    return { policy, used, waitMicros, resetMicros: leaves(oldest) };
  }

  #of(policy: RatePolicy): Map<number, number> {
    const known = this.#buckets.get(policy.name) ?? new Map<number, number>();
    this.#buckets.set(policy.name, known);
    return known;
  }
}
