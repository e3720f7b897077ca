import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

interface OpenApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, unknown> };
}

export const openApiDocument: OpenApiDocument = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
);

// test/openapi.test.ts checks the document itself.
const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
formats.default(ajv);
ajv.addSchema(closeObjects(structuredClone(openApiDocument)) as object, 'openapi');
const validators = new Map<string, ValidateFunction>();
const paths = Object.keys(openApiDocument.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
}));

export interface Answer {
  status: number;
  headers: Headers;
  // The schema was checked before a test reads a field.
  body: any;
}

/** Fails unless the response matches the OpenAPI document, field by field, without extra fields. */
export function checkAnswer(method: string, path: string, answer: Answer): void {
  const { request_id: requestId } = answer.body;
  const validate = validatorFor(method, path, answer.status);
  const where = `${method} ${path} → ${answer.status}`;
  assert.ok(
    validate(answer.body),
    `${where}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(answer.body)}`,
  );
  assert.equal(answer.headers.get('x-request-id'), requestId, `${where}: x-request-id (D8)`);
}

/** Responses to input that never became a request: too slow, or with too large headers. */
const beforeRouting = new Set([408, 431]);

function validatorFor(method: string, path: string, status: number): ValidateFunction {
  const template =
    path in openApiDocument.paths ? path : paths.find(({ pattern }) => pattern.test(path))?.path;
  const operation =
    template === undefined ? undefined : openApiDocument.paths[template]?.[method.toLowerCase()];
  // Errors outside of endpoints (unknown path, wrong method, broken HTTP) have the error envelope too.
  if (operation === undefined || beforeRouting.has(status)) return compile('#/components/schemas/Error');
  assert.ok(operation.responses[status], `${method} ${template} → ${status} is not in the OpenAPI document`);
  const pointer = `#/paths/${escapePointer(template ?? '')}/${method.toLowerCase()}/responses/${status}`;
  return compile(`${pointer}/content/application~1json/schema`);
}

function compile(pointer: string): ValidateFunction {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` });
  validators.set(pointer, known);
  return known;
}

function escapePointer(path: string): string {
  return path.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** In a test, an extra field or an unknown value is a mistake, although the document lets the API grow. */
function closeObjects(node: unknown, document = node as OpenApiDocument): unknown {
  if (Array.isArray(node)) for (const item of node) closeObjects(item, document);
  else if (typeof node === 'object' && node !== null) {
    const schema = node as Record<string, unknown>;
    if ('x-extensible-enum' in schema) schema['enum'] = schema['x-extensible-enum'];
    if (Array.isArray(schema['allOf'])) mergeParts(schema, document);
    if (schema['type'] === 'object' && 'properties' in schema) schema['additionalProperties'] = false;
    for (const value of Object.values(schema)) closeObjects(value, document);
  }
  return node;
}

/** One object with the fields of all parts, because a part by itself can't be closed. */
function mergeParts(schema: Record<string, unknown>, { components }: OpenApiDocument): void {
  const parts = (schema['allOf'] as { $ref: string }[]).map(
    ({ $ref }) => components.schemas[$ref.split('/').at(-1) ?? ''] as Record<string, unknown>,
  );
  delete schema['allOf'];
  schema['type'] = 'object';
  schema['properties'] = Object.assign({}, ...parts.map(({ properties }) => structuredClone(properties)));
  schema['required'] = parts.flatMap(({ required = [] }) => required);
}
