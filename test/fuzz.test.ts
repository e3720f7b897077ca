import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { METHODS } from 'node:http';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { makeApiKey } from '#core/api-key.ts';
import { hostileStrings } from './hostile-strings.ts';
import { checkAnswer, openApiDocument } from './support/measure/check-answer.ts';
import { scaled } from './support/measure/proof-scale.ts';
import { startTestApi, type TestApi } from './support/scratch/test-api.ts';

const requestsTotal = scaled(200_000, 3_000);
const parallel = 25;
let api: TestApi;
const keys: string[] = [];

before(async () => {
  api = await startTestApi({ environment: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  for (let count = 0; count < 3; count++) keys.push((await api.createAccount()).key);
  keys.push((await api.createAccount({ apiAccess: false })).key);
  const owner = await api.createAccount();
  keys[0] = owner.key;
  for (let count = 0; count < 5; count++) {
    const { qr_id: id } = await api.createQrCode(owner);
    codeIds.push(id);
    slugs.push(await api.publishQrCode(id));
  }
  codeIds.push(owner.defaultProjectId);
  const template = { name: 'Ours', design: { dot_style: 'dots' } };
  const made = await api.request('POST', '/v2/style-templates', { key: owner.key, body: template });
  codeIds.push(made.body.template_id);
});
after(() => api.close());

interface GeneratedRequest {
  method: string;
  path: string;
  keyIndex: number;
  headers: Record<string, string>;
  body: string | null;
}

interface Parameter {
  name: string;
  in: string;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: { properties: Record<string, unknown> } } } };
}

const operations = Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation: operation as Operation,
  })),
);

const hostile = fc.oneof(fc.constantFrom(...hostileStrings), fc.string({ unit: 'binary', maxLength: 40 }));
const anyJson = fc.oneof(
  hostile,
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
/** All methods of Node, except those that fetch refuses. */
const otherMethods = METHODS.filter((method) => !['CONNECT', 'TRACE', 'TRACK'].includes(method));

/** Existing codes, a project, a template and slugs, filled in before the first request is generated. */
const codeIds: string[] = [];
const slugs: string[] = [];

function withId(path: string): fc.Arbitrary<string> {
  if (!path.includes('{id}')) return fc.constant(path);
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.nat().map((n) => codeIds[n % codeIds.length] ?? '') },
    hostile.map(encode),
  );
  return id.map((text) => path.replace('{id}', text));
}

/** Sometimes a valid value, so that requests pass the first check. */
const fitting = fc.oneof(
  fc.constantFrom(
    'active',
    'archived',
    'blocked',
    'url',
    'dynamic_url',
    'text',
    'https://example.com/',
    '2030-01-01T00:00:00Z',
    '7d',
    '12m',
    'hour',
    'month',
    'Asia/Kathmandu',
  ),
  fc.nat().map((n) => slugs[n % slugs.length] ?? ''),
  fc.constantFrom(1, 5, true, null),
  fc.constant([{ condition: 'device', value: 'ios', url: 'https://example.com/' }]),
  fc.constantFrom({ dot_style: 'rounded' }, { label: 'x', scan_limit: 5 }, {}, { project_id: 'prj_x' }),
  fc.nat().map((n) => codeIds[n % codeIds.length] ?? ''),
  fc.nat().map((n) => codeIds.slice(0, n % 7)),
  fc
    .nat()
    .map((n) => [
      { redirect_url: 'https://example.com/' },
      codeIds[n % codeIds.length],
      { qr_id: codeIds[n % codeIds.length], change: { label: 'y' } },
    ]),
);

/** Requests as in the document, and everything similar that isn't. */
const generatedRequest: fc.Arbitrary<GeneratedRequest> = fc
  .constantFrom(...operations)
  .chain(({ method, path, operation }) => {
    const fields = Object.keys(operation.requestBody?.content['application/json'].schema.properties ?? {});
    const query = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);
    const headerNames = (operation.parameters ?? []).filter((p) => p.in === 'header').map(({ name }) => name);
    return fc.record({
      method: fc.oneof({ weight: 9, arbitrary: fc.constant(method) }, fc.constantFrom(...otherMethods)),
      path: fc
        .tuple(
          fc.oneof(
            { weight: 9, arbitrary: withId(path) },
            hostile.map((text) => `${path}/${encode(text)}`),
          ),
          fc.array(
            fc.tuple(
              fc.constantFrom(...query, 'unknown', '__proto__'),
              fc.oneof(hostile, fitting.map(String)),
            ),
            { maxLength: 4 },
          ),
        )
        .map(
          ([base, pairs]) => `${base}?${pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')}`,
        ),
      // Mostly the owner of existing codes, so that 2,000 requests are enough to change some.
      keyIndex: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: -2, max: 3 })),
      headers: fc
        .tuple(
          fc.dictionary(
            fc.constantFrom(...headerNames, 'x-request-id', 'x-forwarded-for', 'accept'),
            hostile,
            {
              noNullPrototype: true,
            },
          ),
          fc.oneof(
            { weight: 9, arbitrary: fc.constant('application/json') },
            fc.constantFrom(
              '',
              'text/plain',
              'application/json; charset=utf-16',
              'application/xml',
              ';',
              '/',
            ),
          ),
        )
        .map(([headers, type]) => ({ ...printable(headers), 'content-type': type })),
      body: fc.oneof(
        fc
          .dictionary(fc.constantFrom(...fields, 'label', '__proto__'), fc.oneof(anyJson, fitting))
          .map((body) => JSON.stringify(body)),
        fc.record({ name: fc.stringMatching(/^\w{1,20}$/) }).map((body) => JSON.stringify(body)),
        fc.record({ label: fc.stringMatching(/^\w{1,20}$/) }).map((body) => JSON.stringify(body)),
        fc
          .record({ name: fc.string({ minLength: 1 }), redirect_url: fc.webUrl() })
          .map((body) => JSON.stringify(body)),
        fc.jsonValue().map((body) => JSON.stringify(body)),
        hostile,
        fc.constant(null),
        fc.constant(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
      ),
    });
  });

/** Requests that change a code, so that the others meet codes in all kinds of states. */
const validChange: fc.Arbitrary<GeneratedRequest> = fc
  .tuple(fc.nat(), fc.stringMatching(/^\w{1,20}$/))
  .map(([n, label]) => ({
    method: 'PATCH',
    path: `/v1/qr-codes/${codeIds[n % codeIds.length]}`,
    keyIndex: 0,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ label }),
  }));
const anyRequest = fc.oneof({ weight: 99, arbitrary: generatedRequest }, validChange);

test(`${requestsTotal} generated requests: no 5xx, and every response matches the document`, async (t) => {
  const statuses = new Map<number, number>();
  patched = 0;
  const result = await fc.check(
    fc.asyncProperty(fc.array(anyRequest, { minLength: parallel, maxLength: parallel }), async (requests) => {
      for (const status of await Promise.all(requests.map(send))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
    { numRuns: Math.ceil(requestsTotal / parallel), endOnFailure: true },
  );
  // A counterexample is 25 requests long; the message names the one that failed.
  if (result.failed) throw new Error(`seed ${result.seed}: ${String(result.errorInstance).slice(0, 2_000)}`);
  t.diagnostic(
    `statuses: ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status} × ${count}`)
      .join(', ')}`,
  );
  for (const status of [200, 201, 400, 401, 403, 404, 405])
    assert.ok(statuses.has(status), `no answer was ${status}`);
  assert.ok(patched > 0, 'no code was changed');
});

test('afterwards, no key is in any log or table', async () => {
  assert.ok(api.logged().length > 10_000);
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(api.db);
  assert.ok(tables.rows.length >= 5);
  const dumps = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(api.db),
    ),
  );
  const everything = api.logged() + dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
  assert.doesNotMatch(everything, /api_live_[0-9A-Za-z]{32}/);
  for (const key of keys) assert.ok(!everything.includes(key.slice(13)));
});

let patched = 0;

async function send(generated: GeneratedRequest): Promise<number> {
  const { method, keyIndex } = generated;
  const path = generated.path.slice(0, 12_000);
  const headers = new Headers(generated.headers);
  const key = keyIndex === -1 ? makeApiKey(randomBytes) : keys[keyIndex];
  if (key !== undefined) headers.set('x-api-key', key);
  // From different addresses: a single one would soon get only 429 (D57).
  if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', Array.from(randomBytes(4)).join('.'));
  const bodiless = method === 'GET' || method === 'HEAD';
  const response = await fetch(api.url + path, { method, headers, body: bodiless ? null : generated.body });
  assert.ok(response.status < 500, `${response.status}: ${JSON.stringify(generated)}`);
  if (method === 'HEAD') return response.status;
  const answer = { status: response.status, headers: response.headers, body: await response.json() };
  if (method === 'PATCH' && response.status === 200) patched += 1;
  checkAnswer(method, new URL(response.url).pathname, answer);
  return response.status;
}

function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}

/** Everything that a client can put into a header. */
function printable(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    value.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300),
  ]);
  return Object.fromEntries(entries);
}
