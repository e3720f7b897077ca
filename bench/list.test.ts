import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { formatIdentifier } from '#core/identifier.ts';
import { type ListOrder, type ListState, listOrders } from '#core/list-order.ts';
import { type PageCursor, sealPageToken } from '#core/page-token.ts';
import type { QrStatus } from '#features/database.ts';
import type { QrCodeFilter } from '#features/qr-codes/list-condition-queries.ts';
import { indexedMatchesMax, searchQrCodes } from '#features/qr-codes/search-qr-codes.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { Secrets } from '#platform/secrets.ts';
import { fillAccount } from '../test/support/data/fill-account.ts';
import { type Explained, explain } from '../test/support/measure/explain.ts';
import { median } from '../test/support/measure/median.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { repeated } from '../test/support/measure/repeated.ts';
import { roundFigure, writeFigure } from '../test/support/measure/write-figure.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/scratch/test-api.ts';

/** Not smaller; otherwise a page with all filters would not be full. */
const smallSize = 10_000;
const largeSize = scaled(1_000_000, 20_000);
const othersSize = largeSize * 2;
const samples = scaled(200, 40);
const pageSize = 20;
const slowIndexes = ['qr_codes_label', 'qr_codes_search', 'qr_codes_names', 'qr_codes_names_project'];

interface Tenant {
  account: TestAccount;
  size: number;
  projectUuid: string;
  projectId: string;
  folderUuid: string;
}

let codesMade = 0;
let api: TestApi;
let small: Tenant;
let large: Tenant;

before(async () => {
  api = await startTestApi();
  // Building them at once takes a fraction of the time of growing them.
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef(name::regclass) as definition from unnest(${slowIndexes}::text[]) name`.execute(
    api.db,
  );
  await onDatabase(`drop index ${slowIndexes.join()}`);
  small = await fill(smallSize);
  large = await fill(largeSize);
  for (let part = 0; part < 4; part++) await fill(othersSize / 4);
  for (const { definition } of rows) await onDatabase(definition);
  await onDatabase('vacuum analyze qr_codes');
  await onDatabase('vacuum analyze list_facts');
  await onDatabase('vacuum analyze scan_state');
});
after(() => api.close());

async function fill(size: number): Promise<Tenant> {
  const account = await api.createAccount();
  const project = await api.request('POST', '/v1/projects', { key: account.key, body: { name: 'Second' } });
  const { rows } = await sql<{ first: string; second: string }>`
    select (array_agg(project_id order by created_at))[1] as first, (array_agg(project_id order by created_at))[2] as second
    from projects where account_id = ${account.uuid}`.execute(api.db);
  const [projects] = rows;
  assert.ok(projects);
  const folderUuid = newUuid();
  await sql`insert into folders (folder_id, account_id, project_id, name)
    values (${folderUuid}, ${account.uuid}, ${projects.second}, 'Folder')`.execute(api.db);
  await fillAccount(api.config.databaseUrl, {
    accountId: account.uuid,
    firstProjectId: projects.first,
    secondProjectId: projects.second,
    folderId: folderUuid,
    size,
    firstSlug: codesMade,
  });
  codesMade += size;
  return { account, size, projectUuid: projects.second, projectId: project.body.project_id, folderUuid };
}

/** Seeding takes longer than any statement of the product may. */
async function onDatabase(text: string, parameters: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: api.config.databaseUrl });
  await client.connect();
  await client.query(text, parameters);
  await client.end();
}

interface Case {
  name: string;
  ratioMax: number;
  /** Of the list in the dashboard; without one, `/v1/qr-codes` is asked. */
  order?: ListOrder;
  query(tenant: Tenant): Record<string, string | string[]>;
  /** The position of the page in the list, from 0 to 1. */
  depth?: number;
}

const everything = ({ projectId }: Tenant) => ({
  project_id: projectId,
  status: ['active', 'blocked'],
  type: 'text',
});

const cases: Case[] = [
  { name: 'first page', ratioMax: 1.5, query: () => ({}) },
  { name: 'deep page (90%)', ratioMax: 1.5, query: () => ({}), depth: 0.9 },
  { name: 'project_id', ratioMax: 1.5, query: ({ projectId }) => ({ project_id: projectId }) },
  { name: 'status=archived', ratioMax: 1.5, query: () => ({ status: 'archived' }) },
  { name: 'three statuses', ratioMax: 1.5, query: () => ({ status: ['active', 'archived', 'blocked'] }) },
  { name: 'type=text', ratioMax: 1.5, query: () => ({ type: 'text' }) },
  { name: 'project, status, type', ratioMax: 1.5, query: everything },
  { name: 'project, status, type, deep', ratioMax: 1.5, query: everything, depth: 0.4 },
  // A small account has few codes with the word, so its index finds them; in a large one, the page examines some thousand codes.
  {
    name: 'all filters',
    ratioMax: 3,
    query: (tenant) => ({ ...everything(tenant), label_contains: 'campaign' }),
  },
  { name: 'label_contains, frequent', ratioMax: 3, query: () => ({ label_contains: 'campaign' }) },
  { name: 'label_contains, rare', ratioMax: 3, query: () => ({ label_contains: 'zanzibar' }) },
  {
    name: 'label_contains, rare, deep',
    ratioMax: 3,
    query: () => ({ label_contains: 'zanzibar' }),
    depth: 0.4,
  },
  // Not promised, but limited: more codes than a page needs, fewer than a page finds.
  {
    name: 'label_contains, medium',
    ratioMax: Number.POSITIVE_INFINITY,
    query: () => ({ label_contains: 'quokka' }),
  },
  {
    name: 'label_contains, old only',
    ratioMax: Number.POSITIVE_INFINITY,
    query: () => ({ label_contains: 'vintage' }),
  },
  {
    name: 'label_contains, two letters',
    ratioMax: Number.POSITIVE_INFINITY,
    query: () => ({ label_contains: 'zq' }),
  },
  { name: 'tag, frequent', ratioMax: 3, query: () => ({ tag: 'summer' }) },
  { name: 'tag, rare', ratioMax: 3, query: () => ({ tag: 'rare' }) },
  ...listOrders.flatMap((order) => orderCases(order)),
];

/** Every order of the dashboard with every filter. */
function orderCases(order: ListOrder): Case[] {
  const queries: Record<string, Case['query']> = {
    all: () => ({}),
    project: ({ projectId }) => ({ project_id: projectId }),
    archived: () => ({ status: 'archived' }),
    type: () => ({ type: 'text' }),
    folder: ({ projectId, folderUuid }) => ({ project_id: projectId, folder_id: folderUuid }),
    'frequent tag': () => ({ tag: 'summer' }),
    'rare tag': () => ({ tag: 'rare' }),
    'rare destination': () => ({ q: 'wombat' }),
    'never scanned': () => ({ state: 'never_scanned' }),
    expired: () => ({ state: 'expired' }),
    'limit reached': () => ({ state: 'limit_reached' }),
  };
  return Object.entries(queries).map(([name, query]) => ({
    name: `${order}: ${name}`,
    ratioMax: 3,
    order,
    query,
  }));
}

test(
  `lists of ${smallSize} and ${largeSize} codes among ${smallSize + largeSize + othersSize} cost the same`,
  repeated(async (t) => {
    const failures: string[] = [];
    const figures: { name: string; order: string | null; smallMs: number; largeMs: number }[] = [];
    for (const listCase of cases) {
      const paths = [small, large].map((tenant) => pathOf(listCase, tenant));
      const timesMs: number[][] = [[], []];
      for (let sample = 0; sample < samples / (listCase.order === undefined ? 1 : 8); sample++) {
        for (const [index, tenant] of [small, large].entries()) {
          timesMs[index]?.push(
            listCase.order === undefined
              ? await timeMs(paths[index] ?? '', tenant)
              : await searchMs(listCase, tenant),
          );
        }
      }
      const [smallMs, largeMs] = timesMs.map(median);
      const [smallPlans, largePlans] = [
        await explainCase(listCase, small),
        await explainCase(listCase, large),
      ];
      const [smallBuffers, largeBuffers] = [sumBuffers(smallPlans), sumBuffers(largePlans)];
      const ratio = (largeMs ?? 0) / (smallMs ?? 1);
      figures.push({
        name: listCase.name,
        order: listCase.order ?? null,
        smallMs: roundFigure(smallMs ?? 0),
        largeMs: roundFigure(largeMs ?? 0),
      });
      t.diagnostic(
        `${listCase.name.padEnd(26)} ${smallMs?.toFixed(2)} ms → ${largeMs?.toFixed(2)} ms, ratio ${ratio.toFixed(2)}; ` +
          `buffers ${smallBuffers} → ${largeBuffers}; in PostgreSQL ${sumMs(smallPlans)} → ${sumMs(largePlans)} ms`,
      );
      if (ratio > listCase.ratioMax) failures.push(`${listCase.name}: ratio ${ratio.toFixed(2)}`);
      if (listCase.ratioMax < 2 && largeBuffers > 1.5 * smallBuffers + 3)
        failures.push(`${listCase.name}: ${largeBuffers} buffers`);
      for (const { text } of largePlans) {
        if (text.includes('Seq Scan')) failures.push(`${listCase.name}: sequential scan`);
        for (const rows of Number.isFinite(listCase.ratioMax) ? sortedRows(text) : [])
          if (rows > (listCase.ratioMax < 2 ? 3 * (pageSize + 1) : indexedMatchesMax))
            failures.push(`${listCase.name}: sorts ${rows} rows`);
      }
    }
    writeFigure('lists', {
      small: smallSize,
      large: largeSize,
      others: othersSize,
      cases: figures,
    });
    assert.deepEqual(failures, []);
  }),
);

function pathOf(listCase: Case, tenant: Tenant): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(listCase.query(tenant))) {
    for (const item of [value].flat()) parameters.append(name, item);
  }
  parameters.set('page_size', String(pageSize));
  if (listCase.depth) parameters.set('page_token', deepToken(listCase, tenant));
  return `/v1/qr-codes?${parameters}`;
}

async function timeMs(path: string, tenant: Tenant): Promise<number> {
  const startedMs = performance.now();
  const response = await fetch(api.url + path, { headers: { 'x-api-key': tenant.account.key } });
  await response.arrayBuffer();
  assert.equal(response.status, 200);
  return performance.now() - startedMs;
}

/** Without the time for HTTP, which would hide a difference. */
async function searchMs(listCase: Case, tenant: Tenant): Promise<number> {
  const place = { order: listCase.order ?? 'newest', after: null } as const;
  const startedMs = performance.now();
  const { rows } = await searchQrCodes(api.db, filterOf(listCase, tenant), place, pageSize);
  const tookMs = performance.now() - startedMs;
  // Some of the twenty rare ones are archived.
  assert.ok(rows.length > pageSize / 2, `${listCase.name} of ${tenant.size}: ${rows.length} rows`);
  return tookMs;
}

function deepCursor(listCase: Case, tenant: Tenant): PageCursor {
  return {
    createdAtMs: Date.now() - Math.round(tenant.size * (listCase.depth ?? 0)) * 1_000,
    id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  };
}

function deepToken(listCase: Case, tenant: Tenant): string {
  const { projectIds, statuses, type } = filterOf(listCase, tenant);
  const filters = JSON.stringify([projectIds?.[0] ?? null, statuses, type, labelOf(listCase, tenant)]);
  const scope = { accountId: tenant.account.uuid, endpoint: 'qr-codes', filters };
  return sealPageToken(
    (message) => new Secrets(api.config.secretKeys).signAll('page token', message),
    scope,
    deepCursor(listCase, tenant),
    Date.now(),
  );
}

function filterOf(listCase: Case, tenant: Tenant): QrCodeFilter {
  const query = listCase.query(tenant);
  assert.equal(formatIdentifier('prj', tenant.projectUuid), tenant.projectId);
  return {
    accountId: tenant.account.uuid,
    projectIds: 'project_id' in query ? [tenant.projectUuid] : null,
    statuses: [query['status'] ?? ['active', 'blocked']].flat() as QrStatus[],
    type: 'type' in query ? 'text' : null,
    ...('folder_id' in query && { folderId: tenant.folderUuid }),
    ...('tag' in query && { tags: [query['tag'] ?? []].flat() }),
    ...('state' in query && { state: query['state'] as ListState }),
    ...('q' in query && { words: { text: String(query['q']), isOnlyName: false } }),
    ...('label_contains' in query && { words: { text: labelOf(listCase, tenant), isOnlyName: true } }),
  };
}

function labelOf(listCase: Case, tenant: Tenant): string {
  return String(listCase.query(tenant)['label_contains'] ?? '');
}

/** The queries that the product sends for this case. */
function explainCase(listCase: Case, tenant: Tenant): Promise<Explained[]> {
  const cursor = listCase.depth ? deepCursor(listCase, tenant) : null;
  const after = cursor && { key: cursor.createdAtMs, id: cursor.id };
  const filter = filterOf(listCase, tenant);
  return explain(api.config.databaseUrl, (db) =>
    searchQrCodes(db, filter, { order: listCase.order ?? 'newest', after }, pageSize),
  );
}

function sumBuffers(plans: Explained[]): number {
  return plans.reduce((sum, { buffers }) => sum + buffers, 0);
}

function sumMs(plans: Explained[]): string {
  return plans.reduce((sum, { executionMs }) => sum + executionMs, 0).toFixed(2);
}

/** How many rows went into each sort of a plan. */
function sortedRows(text: string): number[] {
  const found: number[] = [];
  JSON.parse(text, (_key, node) => {
    if (['Sort', 'Incremental Sort'].includes(node?.['Node Type']))
      found.push(node.Plans?.[0]?.['Actual Rows'] ?? 0);
    return node;
  });
  return found;
}
