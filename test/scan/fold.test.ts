import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { findProblem } from '#features/recovery/find-problem.ts';
import { foldOpenRows } from '#features/scan-upkeep/fold-scans.ts';
import { makeCodes } from '../../bench/support/scan-bench.ts';
import { postgresFaults } from '../../chaos/postgres-faults.ts';
import { median } from '../support/measure/median.ts';
import { type ScratchService, startScratchService } from '../support/scratch/scratch-service.ts';

const codeCount = 500;
let service: ScratchService;
let qrIds: string[];

before(async () => {
  service = await startScratchService();
  await makeCodes(service.api, codeCount);
  const { rows } = await sql<{ qr_id: string }>`select qr_id from scan_state order by ctid`.execute(
    service.api.db,
  );
  qrIds = rows.map((row) => row.qr_id);
});
after(() => service.close());

/** Counts scans of codes like an append, without folding them: rows of this many codes, each code once per row. */
async function append(rows: number, ids: string[]): Promise<void> {
  await sql`
    with batches as (
      insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
      select (now() at time zone 'UTC')::date, gen_random_uuid(), ${ids}::uuid[], array_fill(2, array[${ids.length}::int]), '[]'
      from generate_series(1, ${rows}::int) returning recorded_on, batch_id, qr_ids)
    insert into scan_open (recorded_on, batch_id, qr_ids, scans, versions)
    select recorded_on, batch_id, qr_ids, array_fill(1, array[${ids.length}::int]), array_fill(1::bigint, array[${ids.length}::int])
    from batches`.execute(service.api.db);
}

/** How many codes have a folded count, and how many scans are open. */
async function readFolded(): Promise<{ folded: number; open: number }> {
  const { rows } = await sql<{ folded: number; open: number }>`
    select (select count(*)::int from scan_state where scan_count > 0) as folded,
      (select coalesce(sum(scans), 0)::int from open_counts) as open`.execute(service.api.db);
  return rows[0] ?? { folded: -1, open: -1 };
}

async function reset(): Promise<void> {
  await sql`delete from scan_open; delete from scan_numbers; delete from scan_batches; update scan_state set scan_count = 0`.execute(
    service.api.db,
  );
}

/** Connections that the pool had before the server restarted. */
async function reconnect(): Promise<void> {
  for (let good = 0, tries = 0; good < 20 && tries < 100; tries++) {
    const isGood = await sql`select 1`.execute(service.api.db).then(
      () => true,
      () => false,
    );
    good = isGood ? good + 1 : 0;
  }
}

async function assertSound(): Promise<void> {
  for (const name of ['scans are numbered without gaps', 'every scan of the ledger is part of a count'])
    assert.equal(await findProblem(service.api.db, name), null, name);
}

test('a code that is locked stays open, and the others are folded', async () => {
  await reset();
  await append(1, qrIds.slice(0, 100));
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from scan_state where qr_id = $1 for update', [qrIds[50]]);
  const obstructed = await foldOpenRows(service.api.db);
  assert.deepEqual([obstructed.isObstructed, await readFolded()], [true, { folded: 99, open: 1 }]);
  await holder.query('rollback');
  await holder.end();
  await foldOpenRows(service.api.db);
  assert.deepEqual(await readFolded(), { folded: 100, open: 0 });
  await assertSound();
});

test('a code on a damaged page stays open, the others are folded, and nothing is lost', async () => {
  await reset();
  await append(
    1,
    qrIds.filter((_, index) => index % 10 === 0),
  );
  const faults = postgresFaults({
    postgres: service.postgres,
    role: 'postgres',
    password: '',
    damagedQrId: qrIds[200] ?? '',
  });
  const fault = faults.find(({ name }) => name === 'corrupted page') ?? assert.fail('there is no such fault');
  await fault.begin();
  await reconnect();
  const { isObstructed } = await foldOpenRows(service.api.db);
  assert.equal(isObstructed, true);
  const { rows } = await sql<{
    left: number;
  }>`select coalesce(sum(scans), 0)::int as left from open_counts`.execute(service.api.db);
  const left = rows[0]?.left ?? 0;
  assert.ok(left > 0 && left < 10, `${left} of 50 codes are still open`);
  await fault.end();
  await reconnect();
  await foldOpenRows(service.api.db);
  assert.deepEqual(await readFolded(), { folded: 50, open: 0 });
  await assertSound();
});

test('reading a count is exact and takes at most 2 ms more with 50,000 open scans', async (t) => {
  await reset();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const read = async () => {
    const startedMs = performance.now();
    const { rows } = await client.query<{ scan_count: number }>(
      'select scan_count::int from scan_counts where qr_id = $1',
      [qrIds[7]],
    );
    return { ms: performance.now() - startedMs, count: rows[0]?.scan_count };
  };
  const readOften = async (expected: number) => {
    const times: number[] = [];
    for (let nth = 0; nth < 100; nth++) {
      const { ms, count } = await read();
      assert.equal(count, expected);
      times.push(ms);
    }
    return median(times);
  };
  const emptyMs = await readOften(0);
  // The code is in every fifth row.
  for (let part = 0; part < 5; part++) await append(100, qrIds.slice(part * 100, part * 100 + 100));
  const openMs = await readOften(100);
  await client.end();
  t.diagnostic(`${emptyMs.toFixed(2)} ms without open scans, ${openMs.toFixed(2)} ms with 50,000`);
  assert.ok(openMs - emptyMs <= 2, `${(openMs - emptyMs).toFixed(2)} ms more`);
});
