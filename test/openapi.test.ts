import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { errorStatus } from '#core/errors.ts';
import { startTestApi, type TestApi } from './support/scratch/test-api.ts';

const committedFile = new URL('../openapi.json', import.meta.url);
let api: TestApi;
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
let served: any;

before(async () => {
  api = await startTestApi({ environment: { API_BASE_URL: 'https://api.example.com' } });
  served = await (await fetch(`${api.url}/openapi.json`)).json();
  if (process.env['UPDATE_GENERATED']) writeFileSync(committedFile, `${JSON.stringify(served, null, 2)}\n`);
});
after(() => api.close());

test('the committed OpenAPI document is the one that the service serves', () => {
  const committed = JSON.parse(readFileSync(committedFile, 'utf8'));
  assert.deepEqual(committed, served, 'openapi.json is stale; run: npm run openapi');
});

test('the document is valid OpenAPI 3.0.3, according to two validators', async () => {
  const result = await new Validator().validate(structuredClone(served));
  assert.ok(result.valid, JSON.stringify(result.errors, null, 2));
  assert.equal(served.openapi, '3.0.3');
  const parsed = await SwaggerParser.validate(structuredClone(served));
  assert.equal(parsed.info.title, 'Waypost API');
});

test('the document uses only OpenAPI 3.0: no const, no type null, nullable next to a type', () => {
  walk(served, (node, path) => {
    // Examples contain data, not schemas.
    if (path.includes('example') || path.includes('examples')) return;
    assert.ok(!('const' in node), `const at ${path.join('/')}`);
    assert.notEqual(node['type'], 'null', path.join('/'));
    assert.ok(!Array.isArray(node['type']), `several types at ${path.join('/')}`);
    if (node['nullable'] === true) assert.equal(typeof node['type'], 'string', path.join('/'));
  });
});

test('every error code is in the document', () => {
  assert.deepEqual(
    served.components.schemas.Error.properties.code['x-extensible-enum'],
    Object.keys(errorStatus),
  );
});

test('every endpoint has its security, its responses, and an example of each error', () => {
  assert.deepEqual(served.security, [{ apiKey: [] }, { token: [] }]);
  for (const [path, operations] of Object.entries<Record<string, any>>(served.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const where = `${method} ${path}`;
      assert.ok(operation.operationId && operation.summary && operation.tags, where);
      for (const [status, response] of Object.entries<any>(operation.responses)) {
        // Files have a type of their own.
        const schemas = Object.values<any>(response.content ?? {}).map(({ schema }) => schema);
        assert.ok(schemas.length > 0 && schemas.every(Boolean), `${where} ${status} has no schema`);
        if (Number(status) < 400) continue;
        const json = response.content['application/json'];
        for (const [code, example] of Object.entries<any>(json.examples)) {
          assert.equal(example.value.code, code);
          assert.ok(code in errorStatus);
        }
      }
    }
  }
});

function walk(
  node: unknown,
  visit: (node: Record<string, unknown>, path: string[]) => void,
  path: string[] = [],
): void {
  if (typeof node !== 'object' || node === null) return;
  visit(node as Record<string, unknown>, path);
  for (const [key, value] of Object.entries(node)) walk(value, visit, [...path, key]);
}
