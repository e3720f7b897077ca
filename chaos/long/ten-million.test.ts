import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import type { Db } from '#features/database.ts';
import { findProblem, invariantNames } from '#features/recovery/find-problem.ts';
import { assertRollUps } from '../../test/support/measure/assert-roll-ups.ts';
import { scaled } from '../../test/support/measure/proof-scale.ts';
import { runRawLoad } from '../../test/support/measure/raw-load.ts';
import { assertTallies, makeTally, noteAnswer, type Tally } from '../../test/support/measure/scan-tally.ts';
import { journalBytes } from '../../test/support/measure/settle-journals.ts';
import { openPatientDatabase } from '../../test/support/scratch/patient-database.ts';
import { createScratchPostgres } from '../../test/support/scratch/scratch-postgres.ts';
import { type ScratchService, startScratchService } from '../../test/support/scratch/scratch-service.ts';
import { type RunningWaypost, startWaypost } from '../../test/support/scratch/spawn-waypost.ts';

const scanCount = scaled(10_000_000, 100_000);
const kills = scaled(200, 6);
const stops = scaled(20, 2);
const unlimitedCodes = scaled(2_000, 100);
const limitedCodes = scaled(200, 20);
/** Some are reached, some are not. */
const limitOf = (nth: number) =>
  Math.ceil(((scanCount / (unlimitedCodes + limitedCodes)) * (nth + 1) * 2) / limitedCodes);
const connections = 64;
const workersCount = 2;
const scansCount = 2;
const awayMs = 1_500;
const postgresSettings = ['-c max_wal_size=2GB', '-c shared_buffers=1GB'];
/** Statistics of this many scans take time. */
const settleMsMax = 5_400_000;

let service: ScratchService;
let folder: string;
let patient: Db;
const scans: RunningWaypost[] = [];
const workers: RunningWaypost[] = [];

before(async () => {
  folder = mkdtempSync('/var/tmp/waypost-ten-million-');
  service = await startScratchService(await createScratchPostgres(postgresSettings));
  patient = openPatientDatabase(service.databaseUrl);
  for (let nth = 0; nth < scansCount; nth++) scans.push(await spawn('scan'));
  for (let nth = 0; nth < workersCount; nth++) workers.push(await spawn('worker'));
});
after(async () => {
  for (const { child } of [...scans, ...workers]) child.kill('SIGKILL');
  await patient.destroy();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function spawn(part: 'scan' | 'worker'): Promise<RunningWaypost> {
  return startWaypost(['--only', part], {
    DATABASE_URL: service.databaseUrl,
    REDIS_KEY_PREFIX: service.api.config.redisKeyPrefix,
    JOURNAL_DIR: join(folder, 'journal'),
    FILE_STORE: `file:${join(folder, 'files')}`,
  });
}

/** Kills the scan processes and workers in turn, and starts each again. */
async function killOne(nth: number): Promise<void> {
  const part = nth % 2 === 0 ? 'scan' : 'worker';
  const processes = part === 'scan' ? scans : workers;
  const place = (nth >> 1) % processes.length;
  processes[place]?.child.kill('SIGKILL');
  processes[place] = await spawn(part);
}

async function stopPostgres(): Promise<void> {
  service.postgres.server.stop('immediate');
  await sleep(awayMs);
  service.postgres.server.start(postgresSettings);
}

/** Counts, folds and rolls up the rest. */
async function listLeft(): Promise<string[]> {
  const bytes = journalBytes(join(folder, 'journal'));
  const { rows } = await sql<{ open: number; batches: number }>`
    select (select count(*)::int from scan_open where open_id >= (select open_floor from ledger_state)) as open,
      (select count(*)::int from scan_batches where not is_rolled_up) as batches`.execute(patient);
  const { open = -1, batches = -1 } = rows[0] ?? {};
  const left = { 'bytes of journals': bytes, 'open rows': open, 'batches to roll up': batches };
  return Object.entries(left).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]));
}

test(`${scanCount} scans with ${kills} kill -9 of scan processes and workers and ${stops} stops of PostgreSQL: none is lost, none is counted twice, and every sum is right`, async (t) => {
  const account = await service.api.createAccount();
  const tallies: Tally[] = [];
  for (let nth = 0; nth < unlimitedCodes; nth++) tallies.push(await makeTally(service.api, account, null));
  for (let nth = 0; nth < limitedCodes; nth++)
    tallies.push(await makeTally(service.api, account, limitOf(nth)));
  let asked = 0;
  const startedMs = performance.now();
  const load = runRawLoad<Tally>({
    connections,
    url: (connection) => scans[connection % scans.length]?.addresses['scan'] ?? '',
    isOver: () => asked >= scanCount,
    next: () => tallies[(asked++ * 7_919) % tallies.length] ?? assert.fail('there is no code'),
    slugOf: ({ slug }) => slug,
    note: noteAnswer,
  });
  let [seen, seenMs] = [0, performance.now()];
  // Spread over the whole run, by scans and not by time.
  let [killed, stopped] = [0, 0];
  while (asked < scanCount) {
    await sleep(200);
    if (asked > seen) [seen, seenMs] = [asked, performance.now()];
    assert.ok(performance.now() - seenMs < 60_000, 'nobody has answered for a minute');
    const part = asked / scanCount;
    if (killed < Math.min(kills, Math.floor(part * (kills + 1)))) await killOne(killed++);
    if (stopped < Math.min(stops, Math.floor(part * (stops + 1)))) {
      await stopPostgres();
      stopped += 1;
    }
  }
  await load;
  const loadSeconds = (performance.now() - startedMs) / 1_000;
  while (killed < kills) await killOne(killed++);
  for (const endMs = performance.now() + settleMsMax; ; await sleep(2_000)) {
    const left = await listLeft();
    if (left.length === 0) break;
    assert.ok(performance.now() < endMs, left.join(', '));
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  const sum = (field: 'acknowledged' | 'unknown') =>
    tallies.reduce((total, tally) => total + tally[field], 0);
  t.diagnostic(
    `${asked} scans in ${loadSeconds.toFixed(0)} s (all counted and added up after ${seconds.toFixed(0)} s), ${sum('acknowledged')} acknowledged, ${sum('unknown')} unknown, ${killed} kills, ${stopped} stops`,
  );
  assert.deepEqual([killed, stopped], [kills, stops]);
  await assertTallies(patient, tallies);
  assert.ok(tallies.filter(({ refused }) => refused > 0).length > limitedCodes / 4, 'limits were reached');
  assert.ok(sum('unknown') < asked / 10, 'nine of ten scans got an answer');
  await assertRollUps(
    patient,
    tallies.map(({ id }) => parseIdentifier('qrc', id) ?? ''),
  );
  for (const name of invariantNames) assert.equal(await findProblem(patient, name), null, name);
});
