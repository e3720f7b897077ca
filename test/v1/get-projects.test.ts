import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseIdentifier } from '#core/identifier.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let nowMs = Date.now();

before(async () => {
  api = await startTestApi({ clock: { nowMs: () => nowMs, monotonicMs: () => nowMs } });
});
after(() => api.close());

async function createProjects(account: TestAccount, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const { body } = await api.request('POST', '/v1/projects', {
      key: account.key,
      body: { name: `P${index}` },
    });
    ids.push(body.project_id);
  }
  return ids;
}

async function listAll(account: TestAccount, pageSize: number): Promise<string[]> {
  const ids: string[] = [];
  let token: string | null = null;
  do {
    const query: string = token === null ? '' : `&page_token=${token}`;
    const { body } = await api.request('GET', `/v1/projects?page_size=${pageSize}${query}`, {
      key: account.key,
    });
    ids.push(...body.items.map((item: { project_id: string }) => item.project_id));
    token = body.next_page_token;
  } while (token !== null);
  return ids;
}

describe('200', () => {
  test('a new account lists its default project, whose created_via is null', async () => {
    const account = await api.createAccount();
    const { status, body } = await api.request('GET', '/v1/projects', { key: account.key });
    assert.equal(status, 200);
    assert.equal(body.next_page_token, null);
    assert.equal(body.items.length, 1);
    const [project] = body.items;
    assert.equal(project.project_id, account.defaultProjectId);
    assert.equal(project.is_default, true);
    assert.equal(project.created_via, null);
    assert.equal(project.has_custom_domain, false);
    assert.equal(project.description, '');
  });

  test('the list carries ok, version and request_id', async () => {
    const account = await api.createAccount();
    const { body } = await api.request('GET', '/v1/projects', { key: account.key });
    assert.equal(body.ok, true);
    assert.equal(body.version, '2025-11-14-v1');
    assert.match(body.request_id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('projects come newest first, and pages of any size give each one exactly once', async () => {
    const account = await api.createAccount();
    const made = await createProjects(account, 7);
    const expected = [...made.toReversed(), account.defaultProjectId];
    for (const pageSize of [1, 2, 3, 7, 8, 100]) assert.deepEqual(await listAll(account, pageSize), expected);
  });

  test('the last page has a null token, also when the rows fill it exactly', async () => {
    const account = await api.createAccount();
    await createProjects(account, 3);
    const { body } = await api.request('GET', '/v1/projects?page_size=4', { key: account.key });
    assert.equal(body.items.length, 4);
    assert.equal(body.next_page_token, null);
  });

  test('page_size is never refused: 20 by default, at most 100, 0 and negative numbers mean 20', async () => {
    const account = await api.createAccount();
    await api.db
      .insertInto('projects')
      .values(
        Array.from({ length: 120 }, (_, index) => ({
          project_id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
          account_id: account.uuid,
          name: `P${index}`,
          created_via: 'api' as const,
        })),
      )
      .execute();
    const sizes: [string, number][] = [
      ['', 20],
      ['page_size=', 20],
      ['page_size=abc', 20],
      ['page_size=1', 1],
      ['page_size=100', 100],
      ['page_size=101', 100],
      ['page_size=99999999999', 100],
      ['page_size=0', 20],
      ['page_size=-3', 20],
      ['page_size=0.5', 20],
      ['page_size=2.9', 2],
      ['page_size=3&page_size=50', 3],
      ['page_size[]=3', 20],
      ['page_size=%00', 20],
    ];
    for (const [query, expected] of sizes) {
      const { status, body } = await api.request('GET', `/v1/projects?${query}`, { key: account.key });
      assert.equal(status, 200, query);
      assert.equal(body.items.length, expected, query);
    }
  });

  test('rows inserted while paging neither repeat nor skip an old one', async () => {
    const account = await api.createAccount();
    const old = [...(await createProjects(account, 12)).toReversed(), account.defaultProjectId];
    const seen: string[] = [];
    let token: string | null = null;
    do {
      const query: string = token === null ? '' : `&page_token=${token}`;
      const { body } = await api.request('GET', `/v1/projects?page_size=3${query}`, { key: account.key });
      seen.push(...body.items.map((item: { project_id: string }) => item.project_id));
      token = body.next_page_token;
      await createProjects(account, 2);
    } while (token !== null);
    assert.deepEqual(seen, old);
  });

  test('rows of the same millisecond are paged by their ID', async () => {
    const account = await api.createAccount();
    const createdAt = new Date('2026-01-01T00:00:00.000Z');
    const rows = Array.from({ length: 10 }, (_, index) => ({
      project_id: `0193${index}000-0000-7000-8000-${account.uuid.slice(24)}`,
      account_id: account.uuid,
      name: 'Same time',
      created_via: 'api' as const,
      created_at: createdAt,
    }));
    await api.db.insertInto('projects').values(rows).execute();
    const all = await listAll(account, 3);
    assert.equal(new Set(all).size, 11);
    assert.deepEqual(
      all.slice(1).map((id) => parseIdentifier('prj', id)),
      rows.map((row) => row.project_id).toReversed(),
    );
  });

  test('a corrupted, expired or foreign page_token restarts from the first page without an error', async () => {
    const account = await api.createAccount();
    const other = await api.createAccount();
    for (const owner of [account, other]) await createProjects(owner, 3);
    const first = await api.request('GET', '/v1/projects?page_size=2', { key: account.key });
    const foreign = await api.request('GET', '/v1/projects?page_size=2', { key: other.key });
    const token: string = first.body.next_page_token;
    const flipped = Array.from(token, (_, index) => flipBit(token, index));
    const bad = [
      ...flipped,
      foreign.body.next_page_token,
      '',
      'x',
      `${token}=`,
      `${token}A`,
      token.slice(1),
      '%00',
      'a'.repeat(5000),
    ];
    for (const wrong of bad) {
      const { status, body } = await api.request('GET', `/v1/projects?page_size=2&page_token=${wrong}`, {
        key: account.key,
      });
      assert.equal(status, 200);
      assert.deepEqual(body.items, first.body.items, `token ${wrong}`);
    }
    nowMs += 24 * 60 * 60 * 1000 + 1000;
    const expired = await api.request('GET', `/v1/projects?page_size=2&page_token=${token}`, {
      key: account.key,
    });
    assert.deepEqual(expired.body.items, first.body.items);
  });

  test('a token is valid for 24 hours, and the first of a repeated one counts', async () => {
    const account = await api.createAccount();
    await createProjects(account, 3);
    const first = await api.request('GET', '/v1/projects?page_size=2', { key: account.key });
    const token = first.body.next_page_token;
    nowMs += 24 * 60 * 60 * 1000 - 1000;
    const path = `/v1/projects?page_size=2&page_token=${token}&page_token=x`;
    const second = await api.request('GET', path, { key: account.key });
    assert.equal(second.body.items.at(-1).project_id, account.defaultProjectId);
  });

  test('an archived project stays in the list, without a field for its state', async () => {
    const account = await api.createAccount();
    const uuid = parseIdentifier('prj', account.defaultProjectId);
    await setProjectArchived(api.db, uuid ?? '', true);
    const { body } = await api.request('GET', '/v1/projects', { key: account.key });
    assert.equal(body.items[0].project_id, account.defaultProjectId);
    assert.equal('is_archived' in body.items[0], false);
  });

  test('an account never sees the projects of another', async () => {
    const [one, two] = [await api.createAccount(), await api.createAccount()];
    await createProjects(one, 2);
    assert.deepEqual(await listAll(two, 100), [two.defaultProjectId]);
  });

  test('unknown query parameters are ignored', async () => {
    const account = await api.createAccount();
    const { status } = await api.request('GET', '/v1/projects?foo=bar&__proto__=1', { key: account.key });
    assert.equal(status, 200);
  });
});

function flipBit(token: string, index: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const letter = alphabet[alphabet.indexOf(token[index] ?? '') ^ 1];
  return token.slice(0, index) + letter + token.slice(index + 1);
}
