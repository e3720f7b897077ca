import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { codeViews, projectViews } from '#core/analytics/analytics-query.ts';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { type KeyLimits, parseKeyLimits } from '#core/key-input.ts';
import { permissions } from '#core/permissions.ts';
import type { Scope } from '#core/scopes.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import { openApiDocument } from '../support/measure/check-answer.ts';
import { assertNoticed } from '../support/measure/sabotage.ts';
import { roomyLimits, startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

/** The table of docs/api.md: the scope that each request needs. */
const documented = new Map(
  [
    ...readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8').matchAll(
      /^\| `([A-Z]+ \/v\d\/[^`]+)` \| `([\w.]+)`(?: or `([\w.]+)`)?(?: and `([\w.]+)`)? \| (yes|no) \|$/gm,
    ),
  ].flatMap(([, route = '', scope = '', orScope = '', andScope = '', inProjects = '']) =>
    viewsOf(route).map(
      (path) => [path, { scope, orScope, andScope, inProjects: inProjects === 'yes' }] as const,
    ),
  ),
);

/** All views of analytics are one row. */
function viewsOf(route: string): string[] {
  if (!route.endsWith('/{view}')) return [route];
  const views = route.includes('/projects/') ? projectViews : codeViews;
  return views.map((view) => route.replace('{view}', view));
}

/** Templates belong to the account. An unknown one shows that the request got as far as looking for it. */
const unknownTemplate = 'tpl_01JD3Z5T9GQ4R6W8Y0A2C4E6G8';
const unknownExport = 'exp_01JD3Z5T9GQ4R6W8Y0A2C4E6G8';
const unknownEndpoint = 'whe_01JD3Z5T9GQ4R6W8Y0A2C4E6G8';
const unknownDelivery = 'dlv_000000000J00G4TSRZ6JQAR9XR';
const unknownEvent = 'evt_000000000J00G4TSRZ6JQAR9XR';

const unknownPlan = 'pln_000000000J00G4TSRZ6JQAR9XR';
const laterInstant = () => new Date(Date.now() + 86_400_000).toISOString();

type Place = 'own' | 'other' | 'foreign';

let api: TestApi;
/** Other processes on the same database, whose notifications are cut. */
let others: TestApi[];
let account: TestAccount;
let foreign: TestAccount;
const projects = {} as Record<Place, string>;
const codes = {} as Record<Place, string>;

before(async () => {
  api = await startTestApi();
  const databaseUrl = api.config.databaseDirectUrl;
  // Nothing listens on the port for notifications, so these processes never get any.
  const deaf = new URL(databaseUrl);
  deaf.port = '1';
  others = await Promise.all(
    [1, 2, 3].map(() =>
      startTestApi({
        databaseUrl,
        environment: { DATABASE_DIRECT_URL: deaf.href, DATABASE_URL: databaseUrl },
      }),
    ),
  );
  account = await api.createAccount({ plan: 'enterprise', limits: { ...roomyLimits, api_keys: 100 } });
  foreign = await api.createAccount({ plan: 'enterprise' });
  for (const place of ['own', 'other'] as const) {
    const { body } = await api.request('POST', '/v1/projects', { key: account.key, body: { name: place } });
    projects[place] = body.project_id;
    codes[place] = (await api.createQrCode(account, { project_id: body.project_id })).qr_id;
  }
  projects.foreign = foreign.defaultProjectId;
  codes.foreign = (await api.createQrCode(foreign)).qr_id;
});
after(async () => {
  for (const other of others) await other.close();
  await api.close();
});

async function makeKey(limits: Partial<KeyLimits> | null): Promise<{ key: string; keyId: string }> {
  const plans = await loadPlanCatalogue(api.config.plansFile);
  const whole = limits && { scopes: ['qr.write' as const], projectIds: null, expiresAt: null, ...limits };
  const { row, apiKey } = await createApiKey(api.db, plans, account.uuid, 'test', whole);
  return { key: apiKey, keyId: row.key_id };
}

interface Credential {
  name: string;
  scopes: Scope[] | null;
  isLimited: boolean;
}

const credentials: Credential[] = [
  { name: 'unrestricted', scopes: null, isLimited: false },
  ...(['qr.read', 'qr.write', 'analytics.read', 'webhooks.write'] as const).flatMap((scope) => [
    { name: scope, scopes: [scope], isLimited: false },
    { name: `${scope} in one project`, scopes: [scope], isLimited: true },
  ]),
  { name: 'webhooks and reading', scopes: ['qr.read', 'webhooks.write'], isLimited: false },
  { name: 'webhooks and reading in one project', scopes: ['qr.read', 'webhooks.write'], isLimited: true },
];

const uuidOf = (projectId: string) => parseIdentifier('prj', projectId) ?? assert.fail();

/** A request per place, if the route concerns one. */
function requestsOf(
  route: string,
  scopes: Scope[] | null,
): { place: Place | null; path: string; body?: unknown }[] {
  const [method, path = ''] = route.split(' ');
  const places: Place[] = ['own', 'other', 'foreign'];
  if (route === 'POST /v1/projects') return [{ place: null, path, body: { name: 'new' } }];
  if (route === 'POST /v1/qr-codes')
    return places.map((place) => ({
      place,
      path,
      body: { redirect_url: 'https://example.com/', project_id: projects[place] },
    }));
  if (route === 'GET /v1/qr-codes')
    return places.map((place) => ({ place, path: `${path}?project_id=${projects[place]}` }));
  if (route === 'POST /v2/exports') {
    // What is in the export decides which of the scopes it needs (test/v2/exports.test.ts).
    const now = Date.now();
    const range = { start: new Date(now - 1_000).toISOString(), end: new Date(now).toISOString() };
    const kind = scopes?.includes('analytics.read') ? { kind: 'scans', ...range } : { kind: 'qr_codes' };
    return places.map((place) => ({
      place,
      path,
      body: { ...kind, format: 'csv', project_id: projects[place] },
    }));
  }
  if (route === 'GET /v2/events')
    return places.map((place) => ({ place, path: `${path}?project_id=${projects[place]}` }));
  if (route === 'POST /v2/webhook-endpoints')
    return places.map((place) => ({
      place,
      path,
      body: {
        url: 'https://example.com/hooks',
        project_id: projects[place],
        types: scopes?.includes('analytics.read') ? ['qr.scan'] : ['qr.updated'],
      },
    }));
  if (path.startsWith('/v2/webhook-endpoints/')) {
    const bodies: Record<string, unknown> = {
      'rotate-secret': { expires_in: 0 },
      test: { type: 'qr.updated' },
      replay: { after: unknownEvent },
    };
    const body = method === 'PATCH' ? { enabled: true } : bodies[path.split('/').at(-1) ?? ''];
    const to = path.replace('{id}', unknownEndpoint).replace('{delivery_id}', unknownDelivery);
    return [{ place: null, path: to, ...(body !== undefined && { body }) }];
  }
  if (route === 'POST /v2/planned-changes')
    return places.map((place) => ({
      place,
      path,
      body: { qr_ids: [codes[place]], change: { label: 'renamed' }, apply_at: laterInstant() },
    }));
  if (route === 'POST /v2/rehearsals')
    return places.map((place) => ({
      place,
      path,
      body: { qr_ids: [codes[place]], change: { scan_limit: 5 } },
    }));
  if (path.startsWith('/v2/planned-changes/')) {
    const body = method === 'PATCH' ? { name: 'renamed' } : undefined;
    return [{ place: null, path: path.replace('{id}', unknownPlan), ...(body && { body }) }];
  }
  if (path.startsWith('/v2/events/')) return [{ place: null, path: path.replace('{id}', unknownEvent) }];
  if (path.startsWith('/v2/exports/')) return [{ place: null, path: path.replace('{id}', unknownExport) }];
  if (route === 'POST /v2/qr-codes/bulk')
    return places.map((place) => ({
      place,
      path,
      body: { items: [{ redirect_url: 'https://example.com/', project_id: projects[place] }], atomic: true },
    }));
  if (route === 'POST /v2/label-sheets')
    return places.map((place) => ({ place, path, body: { qr_ids: [codes[place]], sheet: 'a4-12' } }));
  if (route === 'PATCH /v2/qr-codes/bulk')
    return places.map((place) => ({
      place,
      path,
      body: { qr_ids: [codes[place]], change: { label: 'renamed' }, atomic: true },
    }));
  const design = { dot_style: 'rounded' };
  if (route === 'POST /v2/style-templates') return [{ place: null, path, body: { name: 'x', design: {} } }];
  if (route === 'POST /v2/style-templates/judge') return [{ place: null, path, body: { design } }];
  if (path.startsWith('/v2/style-templates/')) {
    const body = method === 'PATCH' ? { design } : undefined;
    return [{ place: null, path: path.replace('{id}', unknownTemplate), ...(body && { body }) }];
  }
  if (!path.includes('{id}')) return [{ place: null, path }];
  if (path.endsWith('/image'))
    return places.map((place) => ({ place, path: `${path.replace('{id}', codes[place])}?format=svg` }));
  return places.map((place) => ({
    place,
    path: path.replace('{id}', path.includes('/projects/') ? projects[place] : codes[place]),
    ...(method === 'PATCH' && { body: { label: 'renamed' } }),
    ...(method === 'PUT' && { body: { scans: true } }),
    ...(path.endsWith('/revert') && { body: { change_id: `chg_${'0'.repeat(26)}` } }),
  }));
}

test('the documents name the scope of every request, and core agrees with them', () => {
  const all = Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual([...documented.keys()].toSorted(), all.toSorted());
  const possible = new Set<string | null>(Object.values(permissions).map(({ scope }) => scope));
  for (const [route, { scope }] of documented) assert.ok(possible.has(scope), route);
});

test('every request with every kind of key, in own, other and foreign projects: the response is what the documents say', async (t) => {
  const deviations: string[] = [];
  let cells = 0;
  for (const { name, scopes, isLimited } of credentials) {
    const { key } = await makeKey(
      scopes && { scopes, projectIds: isLimited ? [uuidOf(projects.own)] : null },
    );
    for (const [route, rule] of documented)
      for (const { place, path, body } of requestsOf(route, scopes)) {
        const answer = await api.request(route.split(' ')[0] ?? '', path, {
          key,
          ...(body !== undefined && { body }),
        });
        const has = (scope: string) =>
          scopes === null ||
          scopes.some((own) => own === scope || (own === 'qr.write' && scope === 'qr.read'));
        const hasScope =
          (has(rule.scope) || has(rule.orScope)) && (rule.andScope === '' || has(rule.andScope));
        const isHidden = place === 'foreign' || (isLimited && place === 'other');
        const wanted =
          !hasScope || (isLimited && !rule.inProjects) ? 'refused' : isHidden ? 'hidden' : 'allowed';
        const isBySlug = path.endsWith('/find') || path.endsWith('/by-slug');
        const result =
          answer.body.code === 'insufficient_scope'
            ? 'refused'
            : ['qr_not_found', 'project_not_found'].includes(answer.body.code) && !isBySlug
              ? 'hidden'
              : 'allowed';
        cells += 1;
        if (result !== wanted)
          deviations.push(`${route} in ${place} with ${name}: ${result} (${answer.status}), not ${wanted}`);
      }
  }
  t.diagnostic(`${cells} cells, ${deviations.length} deviations`);
  assert.deepEqual(deviations, []);
});

describe('a restricted key', () => {
  test('lists only what lies in its projects, and finds only those by their slug', async () => {
    const { key } = await makeKey({ scopes: ['qr.read'], projectIds: [uuidOf(projects.own)] });
    const listed = await api.request('GET', '/v1/qr-codes', { key });
    assert.ok(listed.body.items.length > 0);
    assert.ok(listed.body.items.every((code: { project_id: string }) => code.project_id === projects.own));
    const { body } = await api.request('GET', '/v1/projects', { key });
    assert.deepEqual(
      body.items.map((project: { project_id: string }) => project.project_id),
      [projects.own],
    );
    const hidden = await api.publishQrCode(codes.other);
    const seen = await api.publishQrCode(codes.own);
    assert.equal((await api.request('GET', `/v1/qr-codes/find?slug=${hidden}`, { key })).status, 404);
    assert.equal((await api.request('GET', `/v1/qr-codes/find?slug=${seen}`, { key })).status, 200);
  });

  test('names the missing scope', async () => {
    const { key } = await makeKey({ scopes: ['qr.read'] });
    const { status, body } = await api.request('PATCH', `/v1/qr-codes/${codes.own}`, {
      key,
      body: { label: 'x' },
    });
    assert.deepEqual([status, body.code], [403, 'insufficient_scope']);
    assert.match(body.message, /qr\.write/);
  });

  test('has its own space of idempotency keys, and scope comes before a replay', async () => {
    const headers = { 'idempotency-key': 'shared' };
    const create = (key: string) =>
      api.request('POST', '/v1/qr-codes', {
        key,
        headers,
        body: { redirect_url: 'https://example.com/', project_id: projects.own },
      });
    const restricted = await makeKey({ scopes: ['qr.write'] });
    const reader = await makeKey({ scopes: ['qr.read'] });
    const [one, two, three] = [
      await create(account.key),
      await create(restricted.key),
      await create(restricted.key),
    ];
    assert.notEqual(one.body.qr_id, two.body.qr_id);
    assert.equal(three.body.qr_id, two.body.qr_id);
    assert.equal((await create(reader.key)).body.code, 'insufficient_scope');
  });

  test('at most 20 per account, in addition to those of the plan, also when many are created at once', async () => {
    const plans = await loadPlanCatalogue(api.config.plansFile);
    const busy = await api.createAccount({ plan: 'starter' });
    const limits = { scopes: ['qr.read' as const], projectIds: null, expiresAt: null };
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => createApiKey(api.db, plans, busy.uuid, 'many', limits)),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 20);
    await createApiKey(api.db, plans, busy.uuid, 'second');
    await assert.rejects(createApiKey(api.db, plans, busy.uuid, 'third'), /already has 2 active keys/);
  });

  test('is refused a project of another account', async () => {
    await assert.rejects(makeKey({ projectIds: [uuidOf(projects.foreign)] }), /no such project/);
  });

  /** Until a response has this status on all four processes; returns the longest time. */
  async function untilStatus(
    key: string,
    wanted: number,
    path = `/v1/qr-codes/${codes.own}`,
  ): Promise<number> {
    const started = performance.now();
    await Promise.all(
      [api, ...others].map(async (process) => {
        while ((await process.request('GET', path, { key })).status !== wanted) {
          assert.ok(performance.now() - started < 5_000, 'it never happens');
          await sleep(5);
        }
      }),
    );
    return performance.now() - started;
  }

  test('ends when it expires: within a second on four processes, three of them without notifications', async (t) => {
    const expiresAt = new Date(Date.now() + 1_500);
    const { key } = await makeKey({ expiresAt });
    assert.ok((await untilStatus(key, 200)) < 1_000);
    await sleep(expiresAt.getTime() - Date.now());
    const lateMs = await untilStatus(key, 401);
    t.diagnostic(`${Math.round(lateMs)} ms`);
    assert.ok(lateMs < 1_000, `${lateMs} ms`);
  });

  test('loses a project, its limits or its life within a second on four processes, three of them without notifications', async (t) => {
    const { key, keyId } = await makeKey({ projectIds: [uuidOf(projects.own)] });
    assert.ok((await untilStatus(key, 200)) < 1_000);
    await sql`delete from key_projects where key_id = ${keyId} and project_id = ${uuidOf(projects.own)}`.execute(
      api.db,
    );
    const takenMs = await untilStatus(key, 404);
    const list = await api.request('GET', '/v1/qr-codes', { key });
    assert.deepEqual(list.body.items, [], 'without projects it sees nothing, not everything');
    await sql`update api_keys set revoked_at = now() where key_id = ${keyId}`.execute(api.db);
    const revokedMs = await untilStatus(key, 401);
    t.diagnostic(`${Math.round(takenMs)} ms, ${Math.round(revokedMs)} ms`);
    assert.ok(takenMs < 1_000 && revokedMs < 1_000, `${takenMs} ms, ${revokedMs} ms`);
  });

  test('with a misspelled limit is not made at all', async () => {
    assert.partialDeepStrictEqual(parseKeyLimits({ name: 'x', scope: ['qr.read'] }, 0), {
      ok: false,
      message: 'The body has an unknown field: scope.',
    });
  });

  test('sees its account with its limits', async () => {
    const { key } = await makeKey({ scopes: ['qr.read'] });
    const { status, body } = await api.request('GET', '/v2/account', { key });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.account_id, body.plan, body.limits.api_keys, body.features.oauth, body.usage.requests_today],
      [formatIdentifier('acc', account.uuid), 'enterprise', 100, true, 1],
    );
  });
});

if (process.env['WAYPOST_SABOTAGED'] === undefined) {
  const noticed = (file: string, from: string, to: string) =>
    assertNoticed({
      file,
      from,
      to,
      test: 'test/members/key-matrix.test.ts',
      pattern: 'every request with every kind of key',
      environment: { WAYPOST_SABOTAGED: '1' },
      isFullSizeOnly: true,
    });
  test('a key that is not asked for its scope is noticed', () =>
    noticed(
      'src/core/permissions.ts',
      'return [scope, orScope].some((one) => one !== null && one !== undefined && hasScope(scopes, one));',
      'return true;',
    ));
  test('a key that reaches all projects is noticed', () =>
    noticed('src/core/permissions.ts', 'projects.has(projectId)', 'true'));
}
