import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { type RunningWaypost, startWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

const scansPerBatch = 100;
const batches = scaled(100_000, 3_000);
const total = batches * scansPerBatch;
/** More than the process has before, however many scans there are. */
const growthMbMax = 200;
const firstByteMsMax = 1_000;

let folder: string;
let api: TestApi;
let worker: RunningWaypost;
let account: TestAccount;
let codeId: string;
before(async () => {
  folder = mkdtempSync('/tmp/waypost-exports-');
  api = await startTestApi({ environment: { FILE_STORE: `file:${folder}` } });
  account = await api.createAccount({ plan: 'enterprise' });
  worker = await startWorker();
  ({ qr_id: codeId } = await api.createQrCode(account));
  await writeScans(parseIdentifier('qrc', codeId) ?? '');
});
after(async () => {
  worker.child.kill('SIGKILL');
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

function startWorker(): Promise<RunningWaypost> {
  return startWaypost(['--only', 'worker'], {
    DATABASE_URL: api.config.databaseDirectUrl,
    FILE_STORE: `file:${folder}`,
    // Node collects garbage late if it has room. With this limit, memory that grows with the scans ends the process.
    NODE_OPTIONS: '--max-old-space-size=128',
  });
}

async function writeScans(uuid: string): Promise<void> {
  await sql`
    with events as materialized (
      select json_agg(json_build_array(1, nth, (extract(epoch from now()) * 1000)::bigint, 'PT', 'ios', null, null, null, 'v', null)) as list
      from generate_series(1, ${scansPerBatch}::int) nth),
    batches as (
      insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events, is_rolled_up)
      select (now() at time zone 'UTC')::date, gen_random_uuid(), array[${uuid}::uuid], array[2 * ${scansPerBatch}::int], events.list, true
      from generate_series(1, ${batches}::int), events returning recorded_on, batch_id),
    listed as (select *, row_number() over () as nth from batches)
    insert into scan_numbers (numbered_on, recorded_on, batch_id, qr_ids, first_numbers, scans, versions)
    select recorded_on, recorded_on, batch_id, array[${uuid}::uuid], array[1 + ${scansPerBatch}::bigint * (nth - 1)],
      array[${scansPerBatch}::int], array[1] from listed`.execute(api.db);
  await sql`update scan_state set scan_count = ${total} where qr_id = ${uuid}`.execute(api.db);
}

const get = async (id: string) => (await api.request('GET', `/v2/exports/${id}`, { key: account.key })).body;

async function start(): Promise<string> {
  const now = Date.now();
  const { status, body } = await api.request('POST', '/v2/exports', {
    key: account.key,
    body: {
      kind: 'scans',
      format: 'csv',
      qr_id: codeId,
      start: new Date(now - 86_400_000).toISOString(),
      end: new Date(now + 86_400_000).toISOString(),
    },
  });
  assert.equal(status, 202, JSON.stringify(body));
  return body.export_id;
}

function memoryMb(): number {
  const text = readFileSync(`/proc/${worker.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1_024;
}

/** Reads the file line by line and returns how many scans it has: all of them, each once, in the order of their numbers. */
async function countLines(url: string): Promise<{ rows: number; firstByteMs: number }> {
  const startMs = performance.now();
  const response = await fetch(url.replace(/^https?:\/\/[^/]+/, api.url));
  assert.ok(response.body);
  let firstByteMs = 0;
  let rows = -1;
  for await (const line of createInterface({ input: Readable.from(response.body), crlfDelay: Infinity })) {
    if (rows === -1) firstByteMs = performance.now() - startMs;
    else assert.equal(line.split(',', 2)[1], String(rows + 1));
    rows += 1;
  }
  return { rows, firstByteMs };
}

test('a worker that is killed while it writes loses no export, and its memory is bounded', async (t) => {
  const id = await start();
  let isStarted = false;
  for (let tries = 0; tries < 400 && !isStarted; tries++) {
    const { status, rows } = await get(id);
    isStarted = status === 'running' && rows > 0;
    await sleep(10);
  }
  assert.ok(isStarted, 'it is running');
  worker.child.kill('SIGKILL');
  worker = await startWorker();
  await sleep(1_000);
  const before = memoryMb();
  let peak = before;
  for (let tries = 0; tries < 12_000 && (await get(id)).status !== 'done'; tries++) {
    peak = Math.max(peak, memoryMb());
    await sleep(50);
  }
  const done = await get(id);
  assert.deepEqual([done.status, done.rows], ['done', total]);
  const { rows, firstByteMs } = await countLines(done.download_url);
  assert.equal(rows, total);
  const left = readdirSync(join(folder, 'private/exports')).filter((name) => name.startsWith(id));
  assert.equal(left.length, 1, 'what the killed worker wrote is removed');
  t.diagnostic(
    `${total} scans, ${done.bytes} bytes; memory ${before.toFixed()} to ${peak.toFixed()} MB; first byte after ${firstByteMs.toFixed()} ms`,
  );
  assert.ok(peak - before < growthMbMax, `memory grew by ${(peak - before).toFixed()} MB`);
  assert.ok(firstByteMs < firstByteMsMax, `the first byte came after ${firstByteMs.toFixed()} ms`);
});
