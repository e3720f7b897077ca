import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import type { Db } from '#features/database.ts';
import { assertRollUps } from '../test/support/measure/assert-roll-ups.ts';
import { proofScale } from '../test/support/measure/proof-scale.ts';
import { openPatientDatabase } from '../test/support/scratch/patient-database.ts';
import { startWaypost } from '../test/support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/scratch/test-api.ts';

const scanCount = proofScale >= 1 ? 5_000_000 : 40_000;
const writers = 4;
const codeCount = 40;
const killMs = 1_500;
/** Then the last one is not killed: killing takes more time than rolling up. */
const killsMax = proofScale >= 1 ? 200 : 6;

let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  await sql`select make_scan_partition((now() at time zone 'UTC')::date - ahead) from generate_series(0, 3) ahead`.execute(
    api.db,
  );
});
after(() => api.close());

async function write(seed: number, qrIds: string[]): Promise<number> {
  const script = new URL('./ledger-writer-process.ts', import.meta.url).pathname;
  const env = {
    ...process.env,
    DATABASE_URL: api.config.databaseUrl,
    QR_IDS: qrIds.join(','),
    SEED: String(seed),
    SCANS: String(scanCount / writers),
  };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 0);
  return Number(output);
}

test(`${scanCount} scans by ${writers} processes while workers that roll up are killed: every sum equals the ledger`, async (t) => {
  const qrIds: string[] = [];
  for (let index = 0; index < codeCount; index++)
    qrIds.push(parseIdentifier('qrc', (await api.createQrCode(account)).qr_id) ?? '');
  let isWriting = true;
  const written = Promise.all(Array.from({ length: writers }, (_, seed) => write(seed, qrIds))).finally(
    () => {
      isWriting = false;
    },
  );
  const open = async () =>
    (
      await sql<{
        open: number;
      }>`select count(*)::int as open from scan_batches where not is_rolled_up`.execute(api.db)
    ).rows[0]?.open ?? 0;
  let kills = 0;
  const isDone = async () => !isWriting && kills >= 3 && (await open()) === 0;
  while (!(await isDone())) {
    const worker = await startWaypost(['--only', 'worker'], { DATABASE_URL: api.config.databaseUrl });
    await sql`select graphile_worker.add_job('roll-up-scans', queue_name => 'roll-up-scans', job_key => 'roll-up-scans')`.execute(
      api.db,
    );
    await sleep(killMs * (0.3 + Math.random()));
    while (kills >= killsMax && !(await isDone())) await sleep(killMs);
    worker.child.kill('SIGKILL');
    kills += 1;
    await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs where locked_by is not null`.execute(
      api.db,
    );
    assert.ok(kills <= killsMax + 1);
  }
  const scans = (await written).reduce((sum, count) => sum + count, 0);
  t.diagnostic(`${scans} scans, ${kills} kills`);
  const db = openPatientDatabase(api.config.databaseUrl);
  try {
    await compareByHand(db, qrIds, scans);
  } finally {
    await db.destroy();
  }
});

async function compareByHand(db: Db, qrIds: string[], scans: number): Promise<void> {
  const { rows } = await sql<{ sum: number }>`select sum(scan_count)::int as sum from scan_counts`.execute(
    db,
  );
  assert.equal(rows[0]?.sum, scans);
  await assertRollUps(db, qrIds);
}
