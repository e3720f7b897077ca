export type DomainState = 'pending' | 'verified' | 'failing' | 'lapsed';

/** The DNS result: what we expected, something else, or nothing reliable. */
export type DomainFinding = { kind: 'right' } | { kind: 'wrong' | 'unknown'; problem: string };

export interface KnownDomain {
  state: DomainState;
  /** Consecutive checks that didn't find the expected records. */
  failures: number;
  failingSinceMs: number | null;
  lapsedAtMs: number | null;
}

export interface DomainStep extends KnownDomain {
  problem: string | null;
  nextCheckMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A failing domain keeps serving: a DNS mistake must not break printed codes. */
export const failingDays = 14;
/** While a domain has lapsed, nobody else can get it, because printed codes contain it. */
export const heldDays = 30;
/** A DNS server that doesn't respond is not the fault of the owner; after this many checks somebody should be told. */
const unknownMax = 12;
const pauseMsMax = 6 * hourMs;

/** Whether scans on the domain are served. */
export function isServing(state: DomainState): boolean {
  return state === 'verified' || state === 'failing';
}

/** The state of a domain after a check, and the time of the next check. */
export function nextDomainStep(known: KnownDomain, finding: DomainFinding, nowMs: number): DomainStep {
  if (finding.kind === 'right')
    return {
      state: 'verified',
      failures: 0,
      failingSinceMs: null,
      lapsedAtMs: null,
      problem: null,
      nextCheckMs: nowMs + dayMs,
    };
  const failures = known.failures + 1;
  const step = { ...known, failures, problem: finding.problem, nextCheckMs: nowMs + pauseMs(failures) };
  switch (known.state) {
    case 'pending':
      return step;
    case 'verified':
      return finding.kind === 'wrong' || failures >= unknownMax
        ? { ...step, state: 'failing', failingSinceMs: nowMs }
        : step;
    case 'failing':
      return finding.kind === 'wrong' && nowMs - (known.failingSinceMs ?? nowMs) >= failingDays * dayMs
        ? { ...step, state: 'lapsed', lapsedAtMs: nowMs, nextCheckMs: nowMs + dayMs }
        : step;
    case 'lapsed':
      return { ...step, nextCheckMs: nowMs + dayMs };
  }
}

/** When another account may claim a lapsed domain. */
export function heldUntilMs(lapsedAtMs: number): number {
  return lapsedAtMs + heldDays * dayMs;
}

/** A minute, doubled each time. */
function pauseMs(failures: number): number {
  return Math.min(pauseMsMax, minuteMs * 2 ** Math.min(failures - 1, 20));
}
