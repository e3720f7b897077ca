import { parseDestination } from '../destination.ts';
import { isRecord } from '../is-record.ts';
import { accept, type Parsed, parseAll, parseEach, refuseField } from '../parsed.ts';
import {
  type Condition,
  type ConditionKind,
  companionsOf,
  conditionKinds,
  conditions,
  describeCondition,
  formatCondition,
  isConditionKind,
} from './conditions.ts';
import { placeSplits } from './place-splits.ts';
import { fieldsOf, joinRule, requiredFieldsOf, secondName, takeFields } from './rule-source.ts';

/** Rules are tested in order; the first match wins (specification, Redirect rule). */
export interface RedirectRule {
  /** All must match. */
  conditions: [Condition] | [Condition, Condition];
  url: string;
}

export const redirectRulesMax = 20;

/** Parses the rules of a request; a message names the rule by its index and the field. */
export function parseRedirectRules(source: unknown): Parsed<RedirectRule[]> {
  if (!Array.isArray(source)) return refuseField('redirect_rules', 'must be an array.');
  if (source.length > redirectRulesMax)
    return refuseField(
      'redirect_rules',
      `must have at most ${redirectRulesMax} entries; it has ${source.length}.`,
    );
  const rules = parseEach(source.map((entry, index) => parseRule(`redirect_rules[${index}]`, entry)));
  return rules.ok ? placeSplits(rules.value) : rules;
}

function parseRule(path: string, entry: unknown): Parsed<RedirectRule> {
  if (!isRecord(entry)) return refuseField(path, 'must be an object.');
  const kind = entry['condition'];
  if (!isConditionKind(kind))
    return refuseField(`${path}.condition`, `must be one of ${conditionKinds.join(', ')}.`);
  const own = allFields(kind);
  const stray = Object.keys(entry).find((name) => !own.includes(name));
  if (stray !== undefined) return refuseField(`${path}.${stray}`, strayReason(kind, stray));
  const parts = parseAll({
    first: parseCondition(kind, entry, (field) => `${path}.${field}`),
    url: parseDestination(`${path}.url`, entry['url']),
    other: parseSecond(path, kind, entry),
  });
  if (!parts.ok) return parts;
  const { first, url, other } = parts.value;
  return accept({ conditions: other === null ? [first] : [first, other], url: url.url });
}

/** Why a rule of this kind can't have a field (D67). */
function strayReason(kind: ConditionKind, field: string): string {
  const owner = conditionKinds.find((other) => allFields(other).includes(field));
  if (owner === undefined) return 'is not a field of a rule.';
  return conditions[kind].isCombinable
    ? `is a field of ${owner} rules, but this is a ${kind} rule.`
    : `can't be combined with a ${kind}.`;
}

function allFields(kind: ConditionKind): string[] {
  const second = secondFields(kind);
  const own = ['condition', ...fieldsOf(kind), 'url'];
  return second.length === 0 ? own : [...own, 'condition2', ...second];
}

/** The fields of a possible second condition next to this kind. */
function secondFields(kind: ConditionKind): string[] {
  return companionsOf(kind).flatMap(fieldsOf).map(secondName);
}

function parseSecond(
  path: string,
  first: ConditionKind,
  entry: Record<string, unknown>,
): Parsed<Condition | null> {
  const possible = secondFields(first);
  const present = possible.filter((field) => field in entry);
  if (!('condition2' in entry))
    return present.length === 0
      ? { ok: true, value: null }
      : refuseField(`${path}.condition2`, `is required with ${present[0]}.`);
  const kind = entry['condition2'];
  const companions = companionsOf(first);
  if (!isConditionKind(kind) || !companions.includes(kind))
    return refuseField(
      `${path}.condition2`,
      `must be one of ${companions.join(', ')} if condition is ${first}.`,
    );
  const own = fieldsOf(kind).map(secondName);
  const stray = present.find((field) => !own.includes(field));
  if (stray !== undefined)
    return refuseField(`${path}.${stray}`, `doesn't belong to the condition2 ${kind}.`);
  const missing = requiredFieldsOf(kind)
    .map(secondName)
    .find((field) => !(field in entry));
  if (missing !== undefined) return refuseField(`${path}.${missing}`, 'is required with condition2.');
  return parseCondition(kind, takeFields(kind, entry, secondName), (field) => `${path}.${secondName(field)}`);
}

function parseCondition<Kind extends ConditionKind>(
  kind: Kind,
  source: Record<string, unknown>,
  nameOf: (field: string) => string,
): Parsed<Condition<Kind>> {
  const value = conditions[kind].parse(source, nameOf);
  return value.ok ? { ok: true, value: { kind, value: value.value } as Condition<Kind> } : value;
}

/** The rule as in the API; this form is also stored. */
export function formatRedirectRule({
  conditions: [first, other],
  url,
}: RedirectRule): Record<string, unknown> {
  const sourceOf = (condition: Condition) => ({ kind: condition.kind, fields: formatCondition(condition) });
  return joinRule(sourceOf(first), other === undefined ? null : sourceOf(other), url);
}

/** A short description of a rule. */
export function describeRule(rule: RedirectRule): string {
  return rule.conditions.map((condition) => describeCondition(condition)).join(', ');
}
