import { parseDestination } from '../destination.ts';
import { isRecord } from '../is-record.ts';
import { type Parsed, refuse } from '../parsed.ts';
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
import { fieldsOf, joinRule, secondName, takeFields } from './rule-source.ts';

/** Rules are tested in order; the first match wins (specification, Redirect rule). */
export interface RedirectRule {
  /** All must match. */
  conditions: [Condition] | [Condition, Condition];
  url: string;
}

export const redirectRulesMax = 20;

/** Parses the rules of a request; a message names the rule by its index and the field. */
export function parseRedirectRules(source: unknown): Parsed<RedirectRule[]> {
  if (!Array.isArray(source)) return refuse('redirect_rules must be an array.');
  if (source.length > redirectRulesMax)
    return refuse(`redirect_rules must have at most ${redirectRulesMax} entries; it has ${source.length}.`);
  const rules: RedirectRule[] = [];
  for (const [index, entry] of source.entries()) {
    const rule = parseRule(`redirect_rules[${index}]`, entry);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  return { ok: true, value: rules };
}

function parseRule(path: string, entry: unknown): Parsed<RedirectRule> {
  if (!isRecord(entry)) return refuse(`${path} must be an object.`);
  const kind = entry['condition'];
  if (!isConditionKind(kind)) return refuse(`${path}.condition must be one of ${conditionKinds.join(', ')}.`);
  const stray = findStray(kind, entry);
  if (stray !== undefined) return refuse(`${path}.${stray}`);
  const first = parseCondition(kind, entry, (field) => `${path}.${field}`);
  if (!first.ok) return first;
  const url = parseDestination(`${path}.url`, entry['url']);
  if (!url.ok) return url;
  const other = parseSecond(path, kind, entry);
  if (!other.ok) return other;
  return {
    ok: true,
    value: {
      conditions: other.value === null ? [first.value] : [first.value, other.value],
      url: url.value.url,
    },
  };
}

/** A field of another kind of rule, and the message for it. */
function findStray(kind: ConditionKind, entry: Record<string, unknown>): string | undefined {
  const own = allFields(kind);
  for (const other of conditionKinds) {
    const field = allFields(other).find((name) => name in entry && !own.includes(name));
    if (field !== undefined)
      return conditions[kind].isCombinable
        ? `${field} is a field of ${other} rules, but this is a ${kind} rule.`
        : `${field} can't be combined with a ${kind}.`;
  }
  return undefined;
}

function allFields(kind: ConditionKind): string[] {
  const second = secondFields(kind);
  return second.length === 0 ? fieldsOf(kind) : [...fieldsOf(kind), 'condition2', ...second];
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
      : refuse(`${path}.condition2 is required with ${present[0]}.`);
  if (present.length === 0) return refuse(`${path}.${possible[0]} is required with condition2.`);
  const kind = entry['condition2'];
  const companions = companionsOf(first);
  if (!isConditionKind(kind) || !companions.includes(kind))
    return refuse(`${path}.condition2 must be ${companions.join(' or ')} if condition is ${first}.`);
  const own = fieldsOf(kind).map(secondName);
  const stray = present.find((field) => !own.includes(field));
  if (stray !== undefined) return refuse(`${path}.${stray} doesn't belong to the condition2 ${kind}.`);
  const missing = own.find((field) => !(field in entry));
  if (missing !== undefined) return refuse(`${path}.${missing} is required with condition2.`);
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
