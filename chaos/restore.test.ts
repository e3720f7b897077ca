import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, relative as relativePath } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { decodeGrant } from '#core/ledger-record.ts';
import { batchValues, ledgerBatches, writeBatch } from '../test/support/data/ledger-writer.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { createScratchPostgres } from '../test/support/scratch/scratch-postgres.ts';
import { type ScratchService, startScratchService } from '../test/support/scratch/scratch-service.ts';
import { runWaypost } from '../test/support/scratch/spawn-waypost.ts';
import type { TestAccount } from '../test/support/scratch/test-api.ts';

const codeCount = scaled(1_000_000, 20_000);
const scanCount = scaled(5_000_000, 100_000);
const scansOfBatch = 100;
const archiveSeconds = 5;
const writeSecondsAfterBackup = 12;

interface Verdict {
  isRestorable: boolean;
  size: { codes: number; scans: number } | null;
  restoreSeconds: number;
  newestCommit: string | null;
  lossSeconds: number | null;
  steps: { name: string; isFine: boolean; detail: string; seconds: number }[];
}

let service: ScratchService;
let account: TestAccount;
let folder: string;
let archive: string;
let backup: string;
/** When the commit of each scan was acknowledged. */
const acknowledged: { atMs: number; scans: number }[] = [];

before(async () => {
  folder = mkdtempSync('/var/tmp/waypost-backups-');
  archive = join(folder, 'wal');
  mkdirSync(archive);
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder, archive]);
  service = await startScratchService(
    await createScratchPostgres([`-c archive_mode=on`, '-c max_wal_size=4GB']),
  );
  // As in docs/backups.md.
  await onDatabase(`alter system set archive_timeout = ${archiveSeconds}`);
  const kept = `${archive}/%f`;
  await onDatabase(
    `alter system set archive_command = 'if test -f ${kept}; then cmp -s %p ${kept}; else cp %p ${kept}.part && sha256sum < %p > ${kept}.sha256 && sync ${kept}.part ${kept}.sha256 && mv ${kept}.part ${kept} && sync ${archive}; fi'`,
  );
  await onDatabase('select pg_reload_conf()');
  account = await service.api.createAccount();
  await fill();
});
after(async () => {
  await service.api.close().catch(() => {});
  service.postgres.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function onDatabase(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

async function fill(): Promise<void> {
  await onDatabase('drop index qr_codes_label');
  await onDatabase(
    `with codes as (
       insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug)
       select gen_random_uuid(), account_id, project_id, 'Poster ' || n, 'url', 'https://example.com/' || n % 1000,
         'qr-' || lpad(to_hex(n), 12, '0')
       from projects, generate_series(1, $2::int) n where account_id = $1 and is_default returning qr_id, status)
     insert into scan_state (qr_id, status) select qr_id, status from codes`,
    [account.uuid, codeCount],
  );
  await onDatabase(
    `with written as (
       insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
       select (now() at time zone 'UTC')::date, gen_random_uuid(), array[qr_id], array[2 * $2::int],
         (select json_agg(json_build_array(1, nth, floor(extract(epoch from now()) * 1000)::bigint, 'DE', 'ios', 'Safari', 'iOS', null, 'v' || nth, null))
          from generate_series(1, $2::int) nth)
       from qr_codes limit $1 returning qr_ids[1] as qr_id)
     update scan_state set scan_count = scan_count + $2::int from written where scan_state.qr_id = written.qr_id`,
    [Math.min(codeCount, scanCount / scansOfBatch), scansOfBatch],
  );
}

function verify(args: string[] = []): Promise<Verdict> {
  return runWaypost(
    ['backup', 'verify', backup, '--wal', archive, '--scratch', '/var/tmp', '--json', ...args],
    {
      DATABASE_URL: service.databaseUrl,
    },
  ).then(({ code, stdout, stderr }) => {
    assert.equal(stderr, '');
    const verdict: Verdict = JSON.parse(stdout);
    assert.equal(code, verdict.isRestorable ? 0 : 1);
    return verdict;
  });
}

test(`${codeCount} codes and ${scanCount} scans are backed up under load: everything before the newest change in the archive is restored`, async (t) => {
  const { rows } = await onDatabase('select qr_id from qr_codes limit 50');
  const writer = startWriting(rows.map(({ qr_id }) => qr_id));
  const startMs = performance.now();
  const made = await runWaypost(['backup', 'create', '--out', join(folder, 'base')], {
    DATABASE_URL: service.databaseUrl,
  });
  assert.equal(made.code, 0, made.stderr);
  backup = made.stdout.split('\n')[0] ?? '';
  t.diagnostic(`taken in ${((performance.now() - startMs) / 1_000).toFixed(1)} s, ${sizeOf(backup)} MB`);
  await sleep(writeSecondsAfterBackup * 1_000);
  await writer.stop();
  const lostMs = Date.now();
  await service.api.close();
  service.postgres.remove();

  const verdict = await verify();
  for (const { name, detail, seconds } of verdict.steps)
    t.diagnostic(`${name}: ${detail} (${seconds.toFixed(1)} s)`);
  assert.equal(verdict.isRestorable, true, JSON.stringify(verdict.steps));
  assert.equal(verdict.size?.codes, codeCount);
  const newestMs = Date.parse(verdict.newestCommit ?? '');
  const before = acknowledged.filter(({ atMs }) => atMs <= newestMs);
  const sum = (items: typeof acknowledged) => items.reduce((all, { scans }) => all + scans, 0);
  const seeded = Math.min(codeCount, scanCount / scansOfBatch) * scansOfBatch;
  const restored = verdict.size.scans - seeded;
  assert.ok(restored >= sum(before), `${restored} of ${sum(before)}`);
  assert.ok(restored <= sum(acknowledged));
  const lossSeconds = (lostMs - newestMs) / 1_000;
  t.diagnostic(
    `restored in ${verdict.restoreSeconds.toFixed(1)} s; of ${sum(acknowledged)} scans written meanwhile ${restored} came back; loss window ${lossSeconds.toFixed(1)} s (archive_timeout ${archiveSeconds} s)`,
  );
  assert.ok(lossSeconds < archiveSeconds * 2 + 2);
});

/** Commits like `scan`, until it is told to stop. */
function startWriting(qrIds: string[]): { stop(): Promise<void> } {
  let isRunning = true;
  const work = (async () => {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    for (const batch of ledgerBatches(1, qrIds, { fromMs: Date.now() - 1_000, untilMs: Date.now() })) {
      if (!isRunning) break;
      await client.query({ name: 'write', text: writeBatch, values: batchValues(batch) });
      acknowledged.push({
        atMs: Date.now(),
        scans: batch.grants.reduce((all, value) => all + decodeGrant(value).counted, 0),
      });
      await sleep(5);
    }
    await client.end();
  })();
  return {
    stop: async () => {
      isRunning = false;
      await work;
    },
  };
}

test('a flipped byte in a table, the manifest or the archive is found, and the file is named', async (t) => {
  const largest =
    listFiles(join(backup, 'base')).sort((a, b) => statSync(b).size - statSync(a).size)[0] ?? '';
  const segments = readdirSync(archive)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .sort();
  const victims = {
    [largest]: largest.slice(backup.length + 1),
    [join(backup, 'backup_manifest')]: 'backup_manifest is damaged',
    [join(archive, segments.at(-2) ?? '')]: segments.at(-2) ?? '',
  };
  for (const [path, named] of Object.entries(victims)) {
    const flipBack = flipByte(path);
    const verdict = await verify();
    flipBack();
    assert.equal(verdict.isRestorable, false, path);
    const failed = verdict.steps.find(({ isFine }) => !isFine);
    assert.match(failed?.detail ?? '', new RegExp(named), path);
    t.diagnostic(`${failed?.detail} (${failed?.seconds.toFixed(1)} s)`);
  }
});

test('a segment that is missing in the archive is found: the replay must not end there silently', async () => {
  const [gone = ''] = readdirSync(archive)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .sort()
    .slice(-2);
  const content = readFileSync(join(archive, gone));
  const sum = readFileSync(join(archive, `${gone}.sha256`));
  for (const name of [gone, `${gone}.sha256`]) rmSync(join(archive, name));
  const verdict = await verify();
  writeFileSync(join(archive, gone), content);
  const half = await verify();
  writeFileSync(join(archive, `${gone}.sha256`), sum);
  assert.equal(verdict.isRestorable, false);
  assert.match(verdict.steps.find(({ isFine }) => !isFine)?.detail ?? '', /the replay ended in/);
  assert.match(half.steps.find(({ name }) => name === 'archive')?.detail ?? '', /1 of them not checked/);
});

test('verifying never changes the backup, even if its log is a link', async () => {
  const moved = join(folder, 'moved-wal');
  renameSync(join(backup, 'pg_wal'), moved);
  symlinkSync(moved, join(backup, 'pg_wal'));
  const before = digestOf(backup) + digestOf(moved);
  assert.equal((await verify()).isRestorable, true);
  assert.equal(digestOf(backup) + digestOf(moved), before);
  rmSync(join(backup, 'pg_wal'));
  renameSync(moved, join(backup, 'pg_wal'));
});

test('a drill that is stopped leaves no server and no copy behind', async () => {
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  chmodSync(folder, 0o755);
  const command = [
    new URL('../bin/waypost.ts', import.meta.url).pathname,
    'backup',
    'verify',
    backup,
    '--wal',
    archive,
    '--scratch',
    scratch,
  ];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, DATABASE_URL: service.databaseUrl },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  while (readdirSync(scratch).length === 0) await sleep(5);
  child.kill('SIGTERM');
  await exited;
  assert.deepEqual(readdirSync(scratch), []);
  assert.throws(() => execFileSync('pgrep', ['-f', scratch], { stdio: 'ignore' }), 'a server is left');
});

test('a wrong argument is not reported as a damaged backup', async () => {
  const run = (args: string[], url = service.databaseUrl) =>
    runWaypost(['backup', 'verify', backup, ...args], { DATABASE_URL: url });
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const none = await run(['--wal', empty]);
  assert.deepEqual(
    [none.code, /no segments of the write-ahead log/.test(none.stderr)],
    [2, true],
    none.stderr,
  );
  const other = await run([], service.databaseUrl.replace(/waypost$/, 'elsewhere'));
  assert.deepEqual([other.code, /DATABASE_URL must name/.test(other.stderr)], [2, true], other.stderr);
  const relative = await runWaypost(
    ['backup', 'verify', backup, '--wal', relativePath(process.cwd(), archive)],
    { DATABASE_URL: service.databaseUrl },
  );
  assert.equal(relative.code, 0, relative.stdout + relative.stderr);
});

function digestOf(path: string): string {
  const hash = createHash('sha256');
  for (const file of listFiles(path).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function flipByte(path: string): () => void {
  const at = Math.floor(statSync(path).size / 2);
  const flip = () => {
    const file = openSync(path, 'r+');
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ 1;
    writeSync(file, byte, 0, 1, at);
    closeSync(file);
  };
  flip();
  return flip;
}

function listFiles(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function sizeOf(path: string): number {
  return Math.round(listFiles(path).reduce((sum, file) => sum + statSync(file).size, 0) / 1e6);
}
