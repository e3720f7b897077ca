import type { Destination } from '#core/destination.ts';
import type { Verdict } from '#core/safety/verdict.ts';

export interface CheckedDestination extends Destination {
  verdict: Verdict;
  /** Of every expression of the URL and of its redirects. */
  prefixes: number[];
}

/** The result, and the version of the lists. */
export interface CheckResult {
  version: number;
  destinations: CheckedDestination[];
}

/** Decides whether visitors may be sent there. Callers don't know the providers behind it. */
export interface UrlChecker {
  check(destinations: Destination[]): Promise<CheckResult>;
  /** Reads the current lists. */
  refresh(): Promise<unknown>;
}
