import type { ErrorCode } from './errors.ts';
import type { Limits } from './plan-limits.ts';

/**
 * A quota over a window (D53). The window is counted in buckets: the current one and `pastBuckets` before it. With one bucket more than the
 * window holds, no period of the window's length exceeds the quota, but a request may be refused up to one bucket too early. Without past
 * buckets, the window is the calendar unit itself.
 */
export interface RatePolicy {
  name: string;
  code: ErrorCode;
  quota: number;
  windowSeconds: number;
  bucketMicros: number;
  pastBuckets: number;
  /** How many requests are counted at once; 1 by default. 0 neither waits nor counts. */
  cost?: number;
}

export interface RateUsage {
  policy: RatePolicy;
  used: number;
  /** Time until the request fits; 0 if it fits now. */
  waitMicros: number;
  /** Time until the oldest counted request expires. */
  resetMicros: number;
}

export interface RateDecision {
  allowed: boolean;
  /** Whether it includes the requests that other processes served. */
  isShared?: true;
  usage: RateUsage[];
}

const daySeconds = 86_400;

export function keyPolicies(limits: Limits): RatePolicy[] {
  return [
    {
      name: 'burst',
      code: 'rate_limited',
      quota: limits.requestsPerSecond,
      windowSeconds: 1,
      bucketMicros: 100_000,
      pastBuckets: 10,
    },
    {
      name: 'minute',
      code: 'rate_limit_minute',
      quota: limits.requestsPerMinute,
      windowSeconds: 60,
      bucketMicros: 1_000_000,
      pastBuckets: 60,
    },
    {
      name: 'day',
      code: 'rate_limit_day',
      quota: limits.requestsPerDay,
      windowSeconds: daySeconds,
      bucketMicros: daySeconds * 1_000_000,
      pastBuckets: 0,
    },
  ];
}

/** For the items of a bulk request, in addition to the request itself: minute and day only. */
export function bulkPolicies(limits: Limits, cost: number): RatePolicy[] {
  return keyPolicies(limits).map((policy) => ({ ...policy, cost: policy.name === 'burst' ? 0 : cost }));
}

/** For requests without an account (D57). */
export const addressPolicies: RatePolicy[] = [
  {
    name: 'address',
    code: 'rate_limited',
    quota: 600,
    windowSeconds: 60,
    bucketMicros: 1_000_000,
    pastBuckets: 60,
  },
];

/** For users of the dashboard. */
export const personPolicies: RatePolicy[] = [
  {
    name: 'person',
    code: 'rate_limited',
    quota: 1_200,
    windowSeconds: 60,
    bucketMicros: 1_000_000,
    pastBuckets: 60,
  },
];

/** The error names the refusing policy with the longest wait (D53). */
export function refusal(decision: RateDecision): { policy: RatePolicy; retryAfterSeconds: number } | null {
  if (decision.allowed) return null;
  const longest = decision.usage.reduce((a, b) => (b.waitMicros > a.waitMicros ? b : a));
  return { policy: longest.policy, retryAfterSeconds: wholeSeconds(longest.waitMicros) };
}

/** `RateLimit-Policy` and `RateLimit` of the IETF draft, one item per policy (D54). */
export function rateLimitHeaders(decision: RateDecision): Record<string, string> {
  const policies = decision.usage.map(
    ({ policy }) => `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
  );
  const state = decision.usage.map(({ policy, used, resetMicros }) => {
    const remaining = Math.max(0, policy.quota - used);
    return `"${policy.name}";r=${remaining};t=${wholeSeconds(resetMicros)}`;
  });
  return { 'ratelimit-policy': policies.join(', '), ratelimit: state.join(', ') };
}

function wholeSeconds(micros: number): number {
  return Math.max(1, Math.ceil(micros / 1_000_000));
}
