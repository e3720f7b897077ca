import { localTime } from '../local-time.ts';
import type { ScanFacts, ScanVisitor } from './condition.ts';
import { holdsFor } from './conditions.ts';
import type { RedirectRule } from './redirect-rule.ts';

/** The facts of a scan for conditions. */
export function factsOf(visitor: ScanVisitor, timeZone: string, instantMs: number): ScanFacts {
  return { ...visitor, ...localTime(timeZone, instantMs) };
}

/** The index of the first rule that matches, or -1. */
export function winningRule(rules: readonly RedirectRule[], facts: ScanFacts): number {
  return rules.findIndex((rule) => rule.conditions.every((condition) => holdsFor(condition, facts)));
}
