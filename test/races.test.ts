import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import { scaled } from './support/measure/proof-scale.ts';
import { until } from './support/measure/until.ts';
import { roomyLimits, startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

const rounds = scaled(200, 4);
const parallel = 50;
const plans = await loadPlanCatalogue('plans.json');
let apis: TestApi[];

before(async () => {
  const first = await startTestApi();
  const shared = { databaseUrl: first.config.databaseUrl, redisKeyPrefix: first.config.redisKeyPrefix };
  apis = [first, await startTestApi(shared)];
});
after(async () => {
  for (const api of apis.toReversed()) await api.close();
});

/** Alternates between the processes. */
function apiFor(index: number): TestApi {
  const api = apis[index % apis.length];
  assert.ok(api);
  return api;
}

test(`${rounds} rounds of ${parallel} parallel set_as_default: exactly one default project, always`, async () => {
  const api = apiFor(0);
  const account = await api.createAccount();
  let watching = true;
  const watcher = (async () => {
    while (watching) {
      const defaults = await api.db
        .selectFrom('projects')
        .select('project_id')
        .where('account_id', '=', account.uuid)
        .where('is_default', '=', true)
        .execute();
      assert.equal(defaults.length, 1, 'also for a reader in the middle of a round');
    }
  })();
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, index) =>
        apiFor(index).request('POST', '/v1/projects', {
          key: account.key,
          body: { name: `${round}-${index}`, set_as_default: true },
        }),
      ),
    );
    assert.ok(answers.every(({ status }) => status === 201));
    const { body } = await api.request('GET', `/v1/projects?page_size=${parallel}`, { key: account.key });
    assert.equal(body.items.filter((item: { is_default: boolean }) => item.is_default).length, 1);
  }
  watching = false;
  await watcher;
});

test(`${rounds} rounds of parallel key creation at the cap: never above it`, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await apiFor(0).createAccount({ plan: 'starter' });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        createApiKey(apiFor(index).db, plans, account.uuid, `k${index}`),
      ),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    const live = await apiFor(0)
      .db.selectFrom('api_keys')
      .select('key_id')
      .where('account_id', '=', account.uuid)
      .where('revoked_at', 'is', null)
      .execute();
    assert.equal(live.length, 2);
  }
});

test(`${rounds} rounds of the same Idempotency-Key ${parallel} times in parallel: one project`, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await apiFor(0).createAccount();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, index) =>
        apiFor(index).request('POST', '/v1/projects', { key: account.key, body: { name: 'Once' }, headers }),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map(({ body }) => body.project_id)).size, 1);
    const { body } = await apiFor(0).request('GET', '/v1/projects', { key: account.key });
    assert.equal(body.items.length, 2);
  }
});

const codeRounds = scaled(500, 10);

/** The live counts and the rows that they count. */
async function liveCounts(account: TestAccount) {
  const { rows } = await sql<{ counted: number; in_projects: number; rows: number }>`
    select (select live_qr_codes from account_usage where account_id = ${account.uuid}) as counted,
      (select sum(live_qr_codes) from project_usage join projects using (project_id)
        where account_id = ${account.uuid})::int as in_projects,
      (select count(*) from qr_codes where account_id = ${account.uuid} and status <> 'archived')::int as rows
  `.execute(apiFor(0).db);
  const [row] = rows;
  assert.ok(row);
  return row;
}

test(`${codeRounds} rounds of ${parallel} parallel creates at cap − 3: exactly 3 succeed`, async () => {
  for (let round = 0; round < codeRounds; round++) {
    const account = await apiFor(0).createAccount({ limits: { ...roomyLimits, qr_codes: 3 } });
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, index) =>
        apiFor(index).request('POST', '/v1/qr-codes', {
          key: account.key,
          body: { redirect_url: 'https://example.com/' },
        }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
    assert.equal(answers.filter(({ status }) => status === 402).length, parallel - 3);
    assert.deepEqual(await liveCounts(account), { counted: 3, in_projects: 3, rows: 3 });
  }
});

test(`${codeRounds} rounds of archive, restore and create around the limit: the live count never exceeds it and equals the rows`, async () => {
  const cap = 6;
  const account = await apiFor(0).createAccount({ limits: { ...roomyLimits, qr_codes: cap } });
  const codes: string[] = [];
  for (let count = 0; count < cap; count++) codes.push((await apiFor(0).createQrCode(account)).qr_id);
  const outcomes = new Map<string, number>();
  let watching = true;
  const watcher = (async () => {
    while (watching) {
      const counts = await liveCounts(account);
      assert.ok(
        counts.rows <= cap && counts.counted === counts.rows,
        'also for a reader in the middle of a round',
      );
    }
  })();
  for (let round = 0; round < codeRounds; round++) {
    const patch = (index: number, id: string, status: string) =>
      apiFor(index).request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body: { status } });
    const picked = codes.slice(-12);
    const answers = await Promise.all([
      ...picked.map((id, index) => patch(index, id, (index + round) % 2 === 0 ? 'archived' : 'active')),
      ...picked.map((id, index) => patch(index + 1, id, (index + round) % 3 === 0 ? 'active' : 'archived')),
      ...Array.from({ length: 2 }, (_, index) =>
        apiFor(index).request('POST', '/v1/qr-codes', {
          key: account.key,
          body: { redirect_url: 'https://example.com/' },
        }),
      ),
    ]);
    for (const { status, body } of answers) {
      assert.ok([200, 201, 402].includes(status), `${status} ${JSON.stringify(body)}`);
      if (status === 201) codes.push(body.qr_id);
      const outcome = status === 200 ? `200 ${body.status}` : String(status);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    const counts = await liveCounts(account);
    assert.ok(counts.rows <= cap, `${counts.rows} live codes`);
    assert.deepEqual(counts, { counted: counts.rows, in_projects: counts.rows, rows: counts.rows });
  }
  watching = false;
  await watcher;
  for (const outcome of ['201', '200 active', '200 archived', '402']) {
    assert.ok(outcomes.has(outcome), `${outcome} never happened: ${JSON.stringify([...outcomes])}`);
  }
});

test(`${codeRounds} rounds of parallel PATCHes of one code: no update of a different field is lost`, async () => {
  const account = await apiFor(0).createAccount();
  const { qr_id: id } = await apiFor(0).createQrCode(account);
  const before = await scanVersion(id);
  for (let round = 1; round <= codeRounds; round++) {
    const changes: Record<string, unknown>[] = [
      { label: `label ${round}` },
      { redirect_url: `https://example.com/${round}` },
      { scan_limit: round },
      { expires_at: new Date(round * 1_000).toISOString() },
      { redirect_rules: [{ condition: 'device', value: 'ios', url: `https://example.com/rule/${round}` }] },
    ];
    const answers = await Promise.all(
      changes.map((body, index) =>
        apiFor(index).request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body }),
      ),
    );
    assert.ok(answers.every(({ status }) => status === 200));
    const { body } = await apiFor(0).request('GET', `/v1/qr-codes/${id}`, { key: account.key });
    for (const change of changes) {
      for (const [field, value] of Object.entries(change)) assert.deepEqual(body[field], value, field);
    }
  }
  // Scans use four of the five fields.
  assert.equal(await scanVersion(id), before + 4 * codeRounds);
});

async function scanVersion(id: string): Promise<number> {
  const row = await apiFor(0)
    .db.selectFrom('scan_state')
    .select('version')
    .where('qr_id', '=', parseIdentifier('qrc', id) ?? '')
    .executeTakeFirstOrThrow();
  return row.version;
}

test('a change of a code whose image a worker begins to draw in that moment is drawn too', async () => {
  const api = apiFor(0);
  const account = await api.createAccount();
  const { qr_id: id } = await api.createQrCode(account);
  const key = `render:${parseIdentifier('qrc', id)}`;
  const waiting = async () => {
    const { rows } = await sql<{ generation: number }>`
      select (payload ->> 'generation')::int as generation from graphile_worker._private_jobs
      where key = ${key} and locked_at is null`.execute(api.db);
    return rows.map(({ generation }) => generation);
  };
  assert.deepEqual(await waiting(), [1]);
  let isChanged = false;
  let change: Promise<unknown> = Promise.resolve();
  // As a worker does it: the job is taken, and the change arrives before that is visible.
  await api.db.transaction().execute(async (tx) => {
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test', attempts = 1 where key = ${key}`.execute(
      tx,
    );
    change = api
      .request('PATCH', `/v1/qr-codes/${id}`, {
        key: account.key,
        body: { design: { quiet_zone: 6 } },
      })
      .then(({ status }) => {
        assert.equal(status, 200);
        isChanged = true;
      });
    await until('the change waits for the worker', async () => {
      const { rows } =
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%add_job%'
          and datname = current_database()`.execute(api.db);
      return rows.length > 0;
    });
    assert.equal(isChanged, false);
  });
  await change;
  assert.deepEqual(await waiting(), [2]);
});
