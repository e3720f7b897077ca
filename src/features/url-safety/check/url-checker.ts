import type { Destination } from '#core/destination.ts';
import type { Verdict } from '#core/safety/verdict.ts';

export interface CheckedDestination extends Destination {
  verdict: Verdict;
  /** Of every expression of the URL, and of what it redirects to. */
  prefixes: number[];
}

/** What was found, and under which version of the lists. */
export interface CheckResult {
  version: number;
  destinations: CheckedDestination[];
}

/** Says whether people may be sent there. Providers stand behind it; callers don't know which. */
export interface UrlChecker {
  check(destinations: Destination[]): Promise<CheckResult>;
  /** Reads the lists as they are now. */
  refresh(): Promise<unknown>;
}
