import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { keepScanPartitions } from '#features/scan-upkeep/keep-scan-partitions.ts';
import { deleteOldSalts } from '#features/scan-upkeep/upkeep-queries.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startScanHere } from '../support/scratch/test-scan.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.close());

const partitions = async () =>
  (
    await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'scan_batches'::regclass order by 1`.execute(api.db)
  ).rows.map(({ name }) => name);

test('partitions are created two weeks ahead, once', async () => {
  // The database may have been set up on the day before.
  await keepScanPartitions(api.db, 90);
  const before = await partitions();
  await sql`drop table ${sql.table(before.at(-1) ?? '')}`.execute(api.db);
  assert.deepEqual(await keepScanPartitions(api.db, 90), { made: 1, dropped: [] });
  assert.deepEqual(await keepScanPartitions(api.db, 90), { made: 0, dropped: [] });
  assert.deepEqual(await partitions(), before);
});

test('a partition past its retention is dropped when all of it is rolled up, and not before', async () => {
  await sql`select make_scan_partition('2026-01-05')`.execute(api.db);
  await sql`insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
    values ('2026-01-05', gen_random_uuid(), '{}', '{}', '[]')`.execute(api.db);
  assert.deepEqual((await keepScanPartitions(api.db, 90)).dropped, []);
  await sql`update scan_batches set is_rolled_up = true where recorded_on = '2026-01-05'`.execute(api.db);
  assert.deepEqual((await keepScanPartitions(api.db, 90)).dropped, ['2026-01-05']);
});

test('a scan on a day without a partition creates it, and is counted', async () => {
  const account = await api.createAccount();
  const day = Date.parse('2031-05-05T10:00:00Z');
  const scan = await startScanHere(api, { nowMs: () => day, monotonicMs: () => day });
  const { qr_id: id } = await api.createQrCode(account);
  const slug = await api.publishQrCode(id);
  assert.equal((await scanLink(scan.address ?? '', slug)).status, 302);
  assert.ok((await partitions()).includes('scan_batches_20310505'));
  const { body } = await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key });
  assert.equal(body.scan_count, 1);
  await scan.close();
});

test('the salt of a day is shared during the day and destroyed afterwards', async () => {
  await sql`insert into visitor_salts values ((now() at time zone 'UTC')::date - 1, '\\x00'),
    ((now() at time zone 'UTC')::date, '\\x01') on conflict do nothing`.execute(api.db);
  await deleteOldSalts(api.db);
  const { rows } = await sql<{ is_today: boolean }>`
    select day >= (now() at time zone 'UTC')::date as is_today from visitor_salts`.execute(api.db);
  assert.ok(rows.length > 0);
  assert.ok(rows.every(({ is_today: isToday }) => isToday));
});
