import { type TSchema, Type } from 'typebox';
import { type ConditionKind, companionsOf, conditionKinds, conditions } from '#core/rules/conditions.ts';
import { secondName } from '#core/rules/rule-source.ts';
import { stringEnum } from '../schemas.ts';

/** One schema per kind of condition. */
export const ruleSchemas: TSchema[] = conditionKinds.map(ruleSchema);

export const redirectRuleSchema = Type.Unsafe<unknown>({
  $id: 'RedirectRule',
  description: 'Waypost evaluates rules in order and uses the first rule that matches.',
  oneOf: conditionKinds.map((kind) => ({ $ref: `${nameOf(kind)}#` })),
  discriminator: {
    propertyName: 'condition',
    mapping: Object.fromEntries(conditionKinds.map((kind) => [kind, `#/components/schemas/${nameOf(kind)}`])),
  },
});

/** `DeviceRule`, `ScanNumberRule`. */
function nameOf(kind: ConditionKind): string {
  const words = kind.split('_').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Rule`;
}

function ruleSchema(kind: ConditionKind): TSchema {
  const fields = Object.entries(conditions[kind].fields);
  return Type.Object(
    {
      condition: stringEnum([kind]),
      ...Object.fromEntries(
        fields.map(([name, { schema, isOptional }]) => {
          const type = Type.Unsafe(schema);
          return [name, isOptional ? Type.Optional(type) : type];
        }),
      ),
      ...secondFields(companionsOf(kind)),
      url: Type.String(),
    },
    { $id: nameOf(kind), description: conditions[kind].summary },
  );
}

/** The fields of a second condition; several kinds may share a field. */
function secondFields(kinds: ConditionKind[]): Record<string, TSchema> {
  if (kinds.length === 0) return {};
  const schemas: Record<string, Record<string, unknown>[]> = {};
  for (const kind of kinds)
    for (const [name, { schema }] of Object.entries(conditions[kind].fields))
      schemas[secondName(name)] = [...(schemas[secondName(name)] ?? []), schema];
  const fields = Object.entries(schemas).map(([name, anyOf]) => [
    name,
    Type.Optional(Type.Unsafe(unite(anyOf))),
  ]);
  return {
    condition2: Type.Optional(stringEnum(kinds, { description: 'Both must match.' })),
    ...Object.fromEntries(fields),
  };
}

/** One of several schemas. A text with any content covers those with certain contents. */
function unite(schemas: Record<string, unknown>[]): Record<string, unknown> {
  const [first = {}, ...others] = schemas;
  if (others.length === 0) return { ...first };
  const isText = schemas.every(({ type }) => type === 'string');
  if (!isText || schemas.every((schema) => 'enum' in schema)) return { anyOf: schemas };
  return { type: 'string', description: 'As the field of that condition.' };
}
