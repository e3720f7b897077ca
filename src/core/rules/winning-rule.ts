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
  const slot = number === null ? null : (number - 1) % splitPeriod;
  return { share: null, ...visitor, ...localTime(timeZone, instantMs), number, slot };
}

/** The index of the first rule that matches, or -1. */
export function winningRule(rules: readonly RedirectRule[], facts: ScanFacts): number {
  return rules.findIndex((rule) => rule.conditions.every((condition) => holdsFor(condition, facts)));
}
