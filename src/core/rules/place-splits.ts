import { type Parsed, refuseField } from '../parsed.ts';
import type { Condition } from './conditions.ts';
import type { Split } from './split-condition.ts';

interface Rule {
  conditions: readonly Condition[];
}

/** Tells split rules which share is theirs: rules that follow one another take adjacent shares (D76). */
export function placeSplits<R extends Rule>(rules: readonly R[]): Parsed<R[]> {
  const placed: R[] = [];
  let run: number[] = [];
  let isSticky = false;
  for (const [index, rule] of rules.entries()) {
    const at = rule.conditions.findIndex(({ kind }) => kind === 'split');
    const split = rule.conditions[at] as Condition<'split'> | undefined;
    if (split === undefined) {
      run = [];
      placed.push(rule);
      continue;
    }
    if (run.length > 0 && split.value.sticky !== isSticky)
      return refuseField(
        `redirect_rules[${index}].${at === 0 ? 'sticky' : 'sticky2'}`,
        'must be the same as in the split rule before it.',
      );
    isSticky = split.value.sticky;
    const place = run.push(split.value.percent) - 1;
    const sum = run.reduce((all, percent) => all + percent, 0);
    if (sum > 100) {
      const field = at === 0 ? 'percent' : 'percent2';
      return refuseField(
        `redirect_rules[${index}].${field}`,
        `is too much: with the split rules before it, it makes ${sum}%. At most 100% can be shared.`,
      );
    }
    const own: Condition = { kind: 'split', value: { ...split.value, run, place } };
    placed.push({ ...rule, conditions: rule.conditions.with(at, own) });
  }
  return { ok: true, value: placed };
}

/** Whether the number of a scan decides something. In SQL, `needs_numbers` asks the same of stored rules. */
export function needsNumbers(rules: readonly Rule[]): boolean {
  return rules.some(({ conditions }) =>
    conditions.some(
      ({ kind, value }) => kind === 'scan_number' || (kind === 'split' && !(value as Split).sticky),
    ),
  );
}

/** Whether the visitor's share decides something. */
export function hasStickySplit(rules: readonly Rule[]): boolean {
  return rules.some(({ conditions }) =>
    conditions.some(({ kind, value }) => kind === 'split' && (value as Split).sticky),
  );
}
