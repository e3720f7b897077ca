import { localTime } from '../local-time.ts';
import type { ScanFacts, ScanVisitor } from './condition.ts';
import { holdsFor } from './conditions.ts';
import type { RedirectRule } from './redirect-rule.ts';
import { splitPeriod } from './split-sequence.ts';

/**
 * The facts of a scan for conditions.
 * @param number of the scan; null if unknown.
 */
export function factsOf(
  visitor: ScanVisitor,
  timeZone: string,
  instantMs: number,
  number: number | null = null,
): ScanFacts {
  const { device, country, language, share = null } = visitor;
  const { day, weekday, minuteOfDay } = localTime(timeZone, instantMs);
  const slot = number === null ? null : (number - 1) % splitPeriod;
  // Field by field: spreading three objects takes several times as long, for each scan.
  return { device, country, language, share, day, weekday, minuteOfDay, number, slot };
}

/** The index of the first rule that matches, or -1. */
export function winningRule(rules: readonly RedirectRule[], facts: ScanFacts): number {
  return rules.findIndex((rule) => rule.conditions.every((condition) => holdsFor(condition, facts)));
}
