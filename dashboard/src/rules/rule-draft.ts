import { type ConditionKind, conditions } from '#core/rules/conditions.ts';
import { splitOvernight } from '#core/rules/overnight.ts';
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

/** Rules as they are stored, and from which edited rule each of them comes. */
export interface StoredRules {
  sources: RuleSource[];
  places: number[];
}

export function storedRules(sources: readonly RuleSource[]): StoredRules {
  const parts = sources.flatMap((source, place) => splitOvernight(source).map((part) => ({ part, place })));
  return { sources: parts.map(({ part }) => part), places: parts.map(({ place }) => place) };
}

/**
 * The fields of rules by their label, as the API names them. With the place if the message is not next to the field.
 * @param places of `storedRules`.
 */
export function ruleLabels(
  rules: readonly RuleDraft[],
  places: readonly number[],
  which?: 'with place',
): Labels {
  return Object.fromEntries(
    places.flatMap((place, index) => {
      const rule = rules[place];
      if (rule === undefined) return [];
      const { first, second } = rule;
      const fields = [
        ['url', 'Destination'],
        ...Object.entries(conditions[first.kind].fields).map(([name, { label }]) => [name, label]),
        ...(second === null
          ? []
          : Object.entries(conditions[second.kind].fields).map(([name, { label }]) => [`${name}2`, label])),
      ] as [string, string][];
      return fields.flatMap(([name, label]) => [
        [name, label],
        [`redirect_rules[${index}].${name}`, which === undefined ? label : `Rule ${place + 1}: ${label}`],
      ]);
    }),
  );
}
