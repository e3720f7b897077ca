import { type ConditionKind, conditions } from '#core/rules/conditions.ts';
import { type ConditionSource, joinRule, splitRule } from '#core/rules/rule-source.ts';
import type { RuleSource } from '../api/types.ts';
import { textOf } from '../ui/text-of.ts';
import { withScheme } from '../ui/with-scheme.ts';

/** A rule while it is edited. */
export interface RuleDraft {
  key: number;
  first: ConditionSource;
  second: ConditionSource | null;
  url: string;
}

let lastKey = 0;

export function newRule(kind: ConditionKind): RuleDraft {
  return { key: ++lastKey, first: newCondition(kind), second: null, url: '' };
}

export function newCondition(kind: ConditionKind): ConditionSource {
  const fields = Object.entries(conditions[kind].fields);
  return { kind, fields: Object.fromEntries(fields.map(([name, { initial }]) => [name, initial])) };
}

export function draftOf(source: RuleSource): RuleDraft {
  // An unknown kind becomes one that can't be saved.
  const [first = newCondition('country'), second = null] = splitRule(source);
  return { key: ++lastKey, first, second, url: textOf(source['url']) };
}

/** In the form of the API; `core` reports what is missing. */
export function sourceOf({ first, second, url }: RuleDraft): RuleSource {
  return joinRule(first, second, withScheme(url));
}
