import { type ConditionKind, conditions } from '#core/rules/conditions.ts';
import { type ConditionSource, joinRule, splitRule } from '#core/rules/rule-source.ts';
import type { RuleSource } from '../api/types.ts';
import type { Labels } from '../ui/field-problems.ts';
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

/** The fields of rules by their label, as the API names them. With the place if the message is not next to the field. */
export function ruleLabels(rules: readonly RuleDraft[], which?: 'with place'): Labels {
  return Object.fromEntries(
    rules.flatMap(({ first, second }, index) => {
      const fields = [
        ['url', 'Destination'],
        ...Object.entries(conditions[first.kind].fields).map(([name, { label }]) => [name, label]),
        ...(second === null
          ? []
          : Object.entries(conditions[second.kind].fields).map(([name, { label }]) => [`${name}2`, label])),
      ] as [string, string][];
      return fields.flatMap(([name, label]) => [
        [name, label],
        [`redirect_rules[${index}].${name}`, which === undefined ? label : `Rule ${index + 1}: ${label}`],
      ]);
    }),
  );
}
