import { type ConditionKind, conditions, isConditionKind } from './conditions.ts';

/** A condition as in the API: its fields under their own names, unchecked. */
export interface ConditionSource {
  kind: ConditionKind;
  fields: Record<string, unknown>;
}

export function fieldsOf(kind: ConditionKind): string[] {
  return Object.keys(conditions[kind].fields);
}

/** Without those that a request may leave out. */
export function requiredFieldsOf(kind: ConditionKind): string[] {
  const { fields } = conditions[kind];
  return Object.keys(fields).filter((name) => fields[name]?.isOptional !== true);
}

/** The fields of a second condition have the same names with a 2. */
export function secondName(field: string): string {
  return `${field}2`;
}

/** A rule as in the API. */
export function joinRule(
  first: ConditionSource,
  second: ConditionSource | null,
  url: string,
): Record<string, unknown> {
  const others = Object.entries(second?.fields ?? {});
  return {
    condition: first.kind,
    ...first.fields,
    ...(second && { condition2: second.kind }),
    ...Object.fromEntries(others.map(([field, value]) => [secondName(field), value])),
    url,
  };
}

/** Splits a rule that `joinRule` wrote into its conditions. */
export function splitRule(source: Record<string, unknown>): ConditionSource[] {
  const own = (field: string) => field;
  return [own, secondName].flatMap((nameOf) => {
    const kind = source[nameOf('condition')];
    if (!isConditionKind(kind)) return [];
    return [{ kind, fields: takeFields(kind, source, nameOf) }];
  });
}

/** The fields of a condition, under their own names. */
export function takeFields(
  kind: ConditionKind,
  source: Record<string, unknown>,
  nameOf: (field: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(fieldsOf(kind).map((field) => [field, source[nameOf(field)]]));
}
