import type { Destination } from '#core/destination.ts';

export type SafetyVerdict = { safe: true } | { safe: false; field: string; reason: string };

/** Says whether people may be sent to all of these. Providers stand behind it; callers don't know which. */
export interface UrlChecker {
  check(destinations: Destination[]): Promise<SafetyVerdict>;
}
