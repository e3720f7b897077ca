export type DomainState = 'pending' | 'verified' | 'failing' | 'lapsed';

/** What the name servers said: what we asked for, something else, or nothing that can be relied on. */
export type DomainFinding = { kind: 'right' } | { kind: 'wrong' | 'unknown'; problem: string };

export interface KnownDomain {
  state: DomainState;
  /** Looks in a row that did not find what they should. */
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
/** While it fails it goes on serving: a mistake in a zone must not stop what is printed. */
export const failingDays = 14;
/** While it has lapsed nobody else gets its name: printed codes carry it. */
export const heldDays = 30;
/** Servers that don't answer are no word of the owner's; after so many looks somebody should hear of it. */
const unknownMax = 12;
const pauseMsMax = 6 * hourMs;

/** Whether scans under the domain are served. */
export function isServing(state: DomainState): boolean {
  return state === 'verified' || state === 'failing';
}

/** Where a domain stands after a look, and when to look again. */
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

/** When somebody else may have the name of one that has lapsed. */
export function heldUntilMs(lapsedAtMs: number): number {
  return lapsedAtMs + heldDays * dayMs;
}

/** A minute, then twice as long each time. */
function pauseMs(failures: number): number {
  return Math.min(pauseMsMax, minuteMs * 2 ** Math.min(failures - 1, 20));
}
