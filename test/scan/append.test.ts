import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { newUuid } from '#platform/new-uuid.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { appendScans } from '#scan/append-scans.ts';
import { ledgerSettings } from '#scan/ledger-statements.ts';
import type { BatchCode, ScanBatch } from '#scan/scan-batch.ts';
import { listTargets } from '#scan/scan-target-queries.ts';
import { makeCodes } from '../../bench/support/scan-bench.ts';
import { assertNoticed } from '../support/measure/sabotage.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

const log = pino({ level: 'silent' });
let api: TestApi;
let pool: pg.Pool;
let slugs: string[];

before(async () => {
  api = await startTestApi();
  const url = api.config.databaseDirectUrl;
  pool = createPostgresPool({
    url,
    poolMax: 1,
    applicationName: 'waypost-scan',
    log,
    settings: ledgerSettings,
  });
  slugs = await makeCodes(api, 250);
});
after(async () => {
  await pool.end();
  await api.close();
});

/** One scan of each of this many codes, with current knowledge. */
async function makeBatch(count: number): Promise<ScanBatch> {
  const targets = await listTargets(pool, slugs.slice(0, count), log);
  const codes: BatchCode[] = [];
  for (const target of targets.values()) if (target !== 'unavailable') codes.push({ target, scans: 1 });
  codes.sort((a, b) => (a.target.qrId < b.target.qrId ? -1 : 1));
  return { batchId: newUuid(), recordedOn: new Date().toISOString().slice(0, 10), codes, events: '[]' };
}

/** Changes one code, or all of them through their account. */
async function change(batch: ScanBatch, what: 'one' | 'all'): Promise<void> {
  const first = batch.codes[0]?.target;
  if (what === 'one')
    await sql`update scan_state set version = version + 1 where qr_id = ${first?.qrId}`.execute(api.db);
  else
    await sql`update accounts set version = version + 1 where account_id = ${first?.accountId}`.execute(
      api.db,
    );
}

async function countScans({ batchId, codes }: ScanBatch): Promise<{ batches: number; open: number }> {
  const { rows } = await sql<{ batches: number; open: number }>`
    select (select count(*)::int from scan_batches where batch_id = ${batchId}) as batches,
      (select coalesce(sum(code.scans), 0)::int from scan_open cross join lateral unnest(qr_ids, scans) as code (qr_id, scans)
        where batch_id = ${batchId} and code.qr_id = any(${codes.map(({ target }) => target.qrId)}::uuid[])) as open`.execute(
    api.db,
  );
  return rows[0] ?? { batches: -1, open: -1 };
}

for (const count of [1, 100, 101, 250])
  for (const what of ['one', 'all'] as const) {
    test(`a batch of ${count === 1 ? 'one code' : `${count} codes`} whose answer was lost counts once, although ${what === 'one' ? 'a code was' : 'all codes were'} changed before it is sent again`, async () => {
      const batch = await makeBatch(count);
      const grants = await appendScans(pool, batch);
      assert.ok(grants.every(({ isStale, counted }) => !isStale && counted === 1));
      await change(batch, what);
      assert.deepEqual(await appendScans(pool, batch), grants);
      assert.deepEqual(await countScans(batch), { batches: 1, open: count });
    });

    test(`a batch of ${count === 1 ? 'one code' : `${count} codes`} of which ${what === 'one' ? 'one was' : 'all were'} changed counts the others, once, and says which`, async () => {
      const batch = await makeBatch(count);
      await change(batch, what);
      const grants = await appendScans(pool, batch);
      const stale = what === 'one' ? 1 : count;
      assert.equal(grants.filter(({ isStale }) => isStale).length, stale);
      assert.equal(grants[0]?.isStale, true);
      assert.deepEqual(await appendScans(pool, batch), grants);
      assert.deepEqual(await countScans(batch), { batches: 1, open: count - stale });
    });
  }

test('a build whose stale batches insert nothing is noticed', () => {
  assertNoticed({
    isFullSizeOnly: true,
    file: 'src/scan/append-scans.ts',
    from: '(await insertOnce(pool, { ...appendStatement, values: [...codes.values, ...rows] }, batch));',
    to: 'all.map(() => -1).join();',
    test: 'test/scan/append.test.ts',
    pattern: 'whose answer was lost',
  });
});
