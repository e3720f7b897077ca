import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { syncLists } from '#features/qr-codes/sync-lists.ts';
import { signedIn } from '../support/data/signed-in.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

const path = '/dashboard/api/qr-codes';
/** More than a page examines before it asks an index. */
const codeCount = 2_400;

let api: TestApi;
let owner: BrowserSession;
let accountId: string;
let projects: string[];
let folderId: string;

interface Code {
  qr_id: string;
  label: string;
  key: string;
  redirect_url: string;
  reserved_slug: string;
  project_id: string;
  folder_id: string | null;
  status: string;
  type: string;
  tags: string[];
  scan_count: number;
  scan_limit: number | null;
  expires_at: Date | null;
  created_at: Date;
}
let codes: Code[];

before(async () => {
  api = await startTestApi();
  owner = await signedIn(api, '198.51.100.21');
  accountId = parseIdentifier('acc', (await owner.get('/dashboard/api/me')).body.account.account_id) ?? '';
  await api.db.updateTable('accounts').set({ plan: 'agency' }).execute();
  await owner.send('POST', '/dashboard/api/projects', { name: 'Second' });
  const { items } = (await owner.get('/dashboard/api/projects')).body;
  projects = items.map(({ project_id }: { project_id: string }) => project_id);
  const folder = await owner.send('POST', `/dashboard/api/projects/${projects[0]}/folders`, {
    name: 'Spring',
  });
  folderId = folder.body.folder.folder_id;
  await fill();
  codes = await readCodes();
});
after(() => api.close());

/** Codes whose properties are independent of each other; rare ones are spread over all of the list. */
async function fill(): Promise<void> {
  const uuids = projects.map((id) => parseIdentifier('prj', id));
  await sql`
    with codes as (
      insert into qr_codes (qr_id, account_id, project_id, folder_id, label, type, redirect_url, qr_data, status, reserved_slug, created_at, tags)
      select gen_random_uuid(), ${accountId}::uuid, case when n % 3 = 0 then ${uuids[1]}::uuid else ${uuids[0]}::uuid end,
        case when n % 3 <> 0 and n % 5 = 0 then ${parseIdentifier('fld', folderId)}::uuid end,
        (array['Table', 'tablé', 'Émile', 'zebra', 'Poster'])[1 + n % 5] || ' ' || (n * 7919) % 300
          || case when n % 1100 = 7 then ' quokka' else '' end,
        case when n % 4 = 0 then 'text' else 'url' end,
        case when n % 4 = 0 then '' else 'https://example.com/' || n || case when n % 900 = 3 then '/wombat' else '' end end,
        case when n % 4 = 0 then '{"text":"x"}'::jsonb end,
        case when n % 7 = 0 then 'archived' else 'active' end,
        'qr-' || lpad(to_hex(n), 12, '0'), date_trunc('second', now()) - (n / 3) * interval '1 minute',
        case when n % 1200 = 11 then array['Rare', 'all'] when n % 2 = 0 then array['All'] else '{}' end
      from generate_series(1, ${codeCount}) n returning qr_id, status, reserved_slug)
    insert into scan_state (qr_id, status, scan_count, scan_limit, expires_at)
    select qr_id, status, (n % 17) * (n % 11), case when n % 800 = 5 then 1 when n % 3 = 0 then 1000 end,
      case when n % 700 = 9 then now() - interval '1 day' when n % 5 = 0 then now() + interval '1 day' end
    from codes cross join lateral (select ('x' || right(reserved_slug, 8))::bit(32)::int as n) numbered`.execute(
    api.db,
  );
}

async function readCodes(): Promise<Code[]> {
  const { rows } = await sql<Code>`
    select code.*, name_key(label) as key, scan_count::int, scan_limit, expires_at from qr_codes code join scan_state using (qr_id)`.execute(
    api.db,
  );
  return rows;
}

const orders: Record<string, (a: Code, b: Code) => number> = {
  newest: (a, b) => b.created_at.getTime() - a.created_at.getTime() || compare(b.qr_id, a.qr_id),
  oldest: (a, b) => a.created_at.getTime() - b.created_at.getTime() || compare(a.qr_id, b.qr_id),
  name: (a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)) || compare(a.qr_id, b.qr_id),
  scans: (a, b) => b.scan_count - a.scan_count || compare(b.qr_id, a.qr_id),
};

const has = (text: string | null | undefined, part: string) => (text ?? '').toLowerCase().includes(part);
const filters: Record<string, { query: Record<string, string>; keeps: (code: Code) => boolean }> = {
  'no filter': { query: {}, keeps: () => true },
  'a project': { query: { project_id: 'second' }, keeps: (code) => code.project_id === uuidOf(projects[1]) },
  'a type': { query: { type: 'text' }, keeps: ({ type }) => type === 'text' },
  'a folder': { query: { folder_id: 'folder' }, keeps: (code) => code.folder_id !== null },
  'a frequent tag': { query: { tag: 'ALL' }, keeps: ({ tags }) => tags.some((tag) => has(tag, 'all')) },
  'a rare tag': { query: { tag: 'rare' }, keeps: ({ tags }) => tags.includes('Rare') },
  'a word of few names': { query: { q: 'Quokka' }, keeps: ({ label }) => has(label, 'quokka') },
  'a word of few destinations': {
    query: { q: 'wombat' },
    keeps: ({ redirect_url }) => has(redirect_url, 'wombat'),
  },
  'two letters': { query: { q: 'qu' }, keeps: (code) => has(code.label, 'qu') },
  'a tag as a word': { query: { q: 'rare' }, keeps: ({ tags }) => tags.includes('Rare') },
  expired: {
    query: { state: 'expired' },
    keeps: ({ expires_at }) => expires_at !== null && expires_at.getTime() < Date.now(),
  },
  'limit reached': {
    query: { state: 'limit_reached' },
    keeps: ({ scan_limit, scan_count }) => scan_limit !== null && scan_count >= scan_limit,
  },
  'never scanned': { query: { state: 'never_scanned' }, keeps: ({ scan_count }) => scan_count === 0 },
  'tag, type and state': {
    query: { tag: 'all', type: 'url', state: 'never_scanned' },
    keeps: ({ type, tags, scan_count }) =>
      type === 'url' && scan_count === 0 && tags.some((tag) => has(tag, 'all')),
  },
};

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function uuidOf(projectId: string | undefined): string | null {
  return parseIdentifier('prj', projectId ?? '');
}

function queryOf(query: Record<string, string>, more: Record<string, string>): URLSearchParams {
  const parameters = new URLSearchParams({ ...query, ...more });
  if (query['project_id'] !== undefined) parameters.set('project_id', projects[1] ?? '');
  if (query['folder_id'] !== undefined) parameters.set('folder_id', folderId);
  return parameters;
}

async function readAll(query: Record<string, string>, order: string, size: number): Promise<string[]> {
  const ids: string[] = [];
  let token: string | null = null;
  for (let pages = 0; pages < codeCount; pages++) {
    const parameters: URLSearchParams = queryOf(query, { order, page_size: String(size) });
    if (token !== null) parameters.set('page_token', token);
    const { status, body } = await owner.get(`${path}?${parameters}`);
    assert.equal(status, 200, JSON.stringify(body));
    ids.push(...body.items.map(({ qr_id }: { qr_id: string }) => qr_id));
    token = body.next_page_token;
    if (token === null) return ids;
  }
  return assert.fail('the list never ends');
}

describe('every order with every filter has each of its codes once, in order', () => {
  for (const [order, compareCodes] of Object.entries(orders))
    for (const [name, { query, keeps }] of Object.entries(filters))
      test(`${order}, ${name}`, async () => {
        const expected = codes
          .filter(({ status }) => status !== 'archived')
          .filter(keeps)
          .sort(compareCodes)
          .map(({ qr_id }) => formatIdentifier('qrc', qr_id));
        assert.ok(expected.length > 0);
        assert.deepEqual(await readAll(query, order, 100), expected);
        const { body } = await owner.get(`${path}/total?${queryOf(query, {})}`);
        assert.deepEqual([body.codes, body.is_exact], [expected.length, true]);
      });
});

test('names are in the order that people expect: letter case and accents don’t matter, and 2 comes before 10', async () => {
  const ids = await readAll({ q: 'tabl' }, 'name', 100);
  const labelOf = new Map(codes.map((code) => [formatIdentifier('qrc', code.qr_id), code.label]));
  const numbers = ids.map((id) => Number(labelOf.get(id)?.split(' ')[1]));
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
});

test('a link finds its code', async () => {
  const [code] = codes.filter(({ status }) => status === 'active');
  const { body } = await owner.get(
    `${path}?q=${encodeURIComponent(`https://go.example.com/${code?.reserved_slug.toUpperCase()}`)}`,
  );
  assert.deepEqual(
    body.items.map(({ qr_id }: { qr_id: string }) => qr_id),
    [formatIdentifier('qrc', code?.qr_id ?? '')],
  );
});

test('all codes of a list can be chosen at once', async () => {
  const { body } = await owner.get(`${path}/ids?${queryOf({ tag: 'all' }, {})}`);
  assert.equal(body.is_complete, true);
  assert.deepEqual(body.qr_ids.toSorted(), (await readAll({ tag: 'all' }, 'newest', 100)).toSorted());
});

test('unknown orders, states and cursors of other orders do no harm', async () => {
  assert.equal((await owner.get(`${path}?order=color`)).status, 400);
  assert.equal((await owner.get(`${path}?state=lost`)).status, 400);
  const { body } = await owner.get(`${path}?order=name&page_size=5`);
  const other = await owner.get(`${path}?order=scans&page_token=${body.next_page_token}`);
  assert.equal(other.status, 200);
  assert.equal((await owner.get(`${path}?page_token=AAAA`)).status, 200);
});

test('the nightly comparison repairs what lists know of a code, and forgets unused tags', async () => {
  await sql`update list_facts set scans = 5, has_reached_limit = true, expires_at = null where account_id = ${accountId}`.execute(
    api.db,
  );
  await sql`delete from list_facts where qr_id in (select qr_id from list_facts limit 50)`.execute(api.db);
  await sql`insert into project_tags (project_id, tag_key, account_id, name)
    values (${uuidOf(projects[0])}, 'gone', ${accountId}, 'Gone')`.execute(api.db);
  await syncLists(api.db, new AbortController().signal);
  const { rows } = await sql`
    select 1 from qr_codes code join scan_state state using (qr_id) left join list_facts facts using (qr_id)
    where (facts.scans, facts.status, facts.project_id, facts.has_reached_limit, facts.expires_at)
      is distinct from (state.scan_count, code.status, code.project_id, coalesce(state.scan_count >= state.scan_limit, false), state.expires_at)`.execute(
    api.db,
  );
  assert.equal(rows.length, 0);
  assert.deepEqual((await owner.get('/dashboard/api/tags')).body.items, ['All', 'Rare']);
});
