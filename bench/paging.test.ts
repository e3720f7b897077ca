import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { operatorOf } from '#core/actor.ts';
import { pageProjects } from '#features/projects/page-projects.ts';
import { explain } from '../test/support/measure/explain.ts';
import { median } from '../test/support/measure/median.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { repeated } from '../test/support/measure/repeated.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/scratch/test-api.ts';

const projects = scaled(200_000, 4_000);
const pageSize = 100;
const samples = 300;
let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  // Next to other accounts, so that the table has other rows too.
  const others = await Promise.all([api.createAccount(), api.createAccount()]);
  for (const { uuid } of [account, ...others]) {
    await sql`
      insert into projects (project_id, account_id, name, created_via, created_at)
      select gen_random_uuid(), ${uuid}, 'Project ' || n, 'api', now() - n * interval '1 second'
      from generate_series(1, ${projects}) n`.execute(api.db);
  }
  await sql`vacuum analyze projects`.execute(api.db);
});
after(() => api.close());

test(
  `the last page of ${projects} projects costs at most 1.3 times the first, in time and in buffers`,
  repeated(async (t) => {
    const lastPath = await walkToTheEnd();
    const firstPath = `/v1/projects?page_size=${pageSize}`;
    const timesMs: Record<string, number[]> = { [firstPath]: [], [lastPath]: [] };
    for (let sample = 0; sample < samples; sample++) {
      for (const path of [firstPath, lastPath]) {
        const startedMs = performance.now();
        const response = await fetch(api.url + path, { headers: { 'x-api-key': account.key } });
        const { items } = (await response.json()) as { items: unknown[] };
        timesMs[path]?.push(performance.now() - startedMs);
        assert.equal(items.length, pageSize);
      }
    }
    const [first, last] = [firstPath, lastPath].map((path) => median(timesMs[path] ?? []));
    assert.ok(first && last);
    const [firstBuffers, lastBuffers] = [await countBuffers(0), await countBuffers(projects - pageSize)];
    t.diagnostic(
      `first page ${first.toFixed(2)} ms, last page ${last.toFixed(2)} ms, ratio ${(last / first).toFixed(2)}`,
    );
    t.diagnostic(`buffers: first page ${firstBuffers}, last page ${lastBuffers}`);
    assert.ok(last / first <= 1.3, `ratio ${last / first}`);
    assert.ok(lastBuffers <= 1.3 * firstBuffers + 2, `${lastBuffers} against ${firstBuffers} buffers`);
  }),
);

/** Reads all pages; every project occurs exactly once. Returns the path of the last full page. */
async function walkToTheEnd(): Promise<string> {
  const seen = new Set<string>();
  let path = `/v1/projects?page_size=${pageSize}`;
  let lastFull = path;
  for (;;) {
    const { body } = await api.request('GET', path, { key: account.key });
    for (const { project_id: id } of body.items) seen.add(id);
    if (body.items.length === pageSize) lastFull = path;
    if (body.next_page_token === null) break;
    path = `/v1/projects?page_size=${pageSize}&page_token=${body.next_page_token}`;
  }
  assert.equal(seen.size, projects + 1);
  return lastFull;
}

/** Of the query for the page after a place in the list. */
async function countBuffers(offsetSeconds: number): Promise<number> {
  const newest = await api.db
    .selectFrom('projects')
    .select('created_at')
    .where('account_id', '=', account.uuid)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const after = {
    createdAtMs: newest.created_at.getTime() - offsetSeconds * 1_000,
    id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  };
  const [explained] = await explain(api.config.databaseUrl, (db) =>
    pageProjects(db, operatorOf(account.uuid), after, pageSize),
  );
  assert.ok(explained && !explained.text.includes('Seq Scan'), 'no sequential scan');
  return explained.buffers;
}
