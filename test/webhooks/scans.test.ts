import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { addJob } from '#features/add-job.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';
import { type Received, Receiver } from './receiver.ts';

let api: TestApi;
let scan: TestScan;
let worker: ProcessPart;
let account: TestAccount;
let receiver: Receiver;
before(async () => {
  api = await startTestApi();
  scan = await startTestScan(api);
  worker = await startWorker(quietProcess(api.config));
  // Without waiting for the next minute.
  await addJob(api.db, 'fold-scans', null, { key: 'fold-scans' });
});
after(async () => {
  await worker.drain();
  await worker.close();
  scan.stop();
  await api.close();
});
beforeEach(async () => {
  account = await api.createAccount({ plan: 'enterprise' });
  receiver = await Receiver.start();
});
afterEach(() => receiver.close());

async function createEndpoint(body: Record<string, unknown> = {}) {
  const made = await api.request('POST', '/v2/webhook-endpoints', {
    key: account.key,
    body: { url: receiver.url, types: ['qr.scan'], ...body },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body;
}

async function createCode(): Promise<{ id: string; slug: string }> {
  const { qr_id: id } = await api.createQrCode(account);
  return { id, slug: await api.publishQrCode(id) };
}

async function scanTimes(slug: string, times: number): Promise<void> {
  await Promise.all(
    Array.from({ length: times }, async () => assert.equal((await scanLink(scan.url, slug)).status, 302)),
  );
}

const numbersOf = (received: Received[], id: string): number[] =>
  received
    .filter(({ body }) => body.data['qr_code'].qr_id === id)
    .flatMap(({ body }) => body.data['scans'].map((one: { scan_number: number }) => one.scan_number));

async function until(what: string, isSo: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  for (const endMs = Date.now() + ms; ; await sleep(50)) {
    if (await isSo()) return;
    if (Date.now() > endMs) assert.fail(`never: ${what}`);
  }
}

test('scans are delivered with consecutive numbers, in order, at most 100 together, as the API shows them', async () => {
  const code = await createCode();
  await scanTimes(code.slug, 3);
  await until('folded', async () => {
    const { rows } =
      await sql`select 1 from scan_places where qr_id = ${parseIdentifier('qrc', code.id)}`.execute(api.db);
    return rows.length > 0;
  });
  const { secret } = await createEndpoint();
  for (let round = 0; round < 4; round++) await scanTimes(code.slug, 60);
  await until('all', () => numbersOf(receiver.received, code.id).length >= 240);
  // Those before the endpoint are not sent.
  assert.deepEqual(
    numbersOf(receiver.received, code.id),
    Array.from({ length: 240 }, (_, nth) => nth + 4),
  );
  for (const received of receiver.received) {
    receiver.verify(received, secret);
    const { first_number: first, last_number: last, scans } = received.body.data;
    assert.ok(scans.length <= 100);
    assert.deepEqual([scans[0].scan_number, scans.at(-1).scan_number], [first, last]);
    assert.ok(Buffer.byteLength(received.raw) < 20_480);
  }
  const { body } = await api.request('GET', `/v2/qr-codes/${code.id}/scans?after_number=3&limit=10`, {
    key: account.key,
  });
  const [first] = receiver.received;
  assert.deepEqual(
    first?.body.data['scans'].slice(0, 10),
    body.items.slice(0, first?.body.data['scans'].length),
  );
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, receiver.received.length);
});

test('two endpoints get the same groups with the same webhook-id', async () => {
  const other = await Receiver.start();
  await createEndpoint();
  await createEndpoint({ url: other.url });
  const code = await createCode();
  await scanTimes(code.slug, 20);
  await until(
    'both',
    () =>
      numbersOf(receiver.received, code.id).length >= 20 && numbersOf(other.received, code.id).length >= 20,
  );
  const idsOf = (received: Received[]) =>
    received.map(({ id, body }) => `${id} ${body.data['first_number']}`).sort();
  assert.deepEqual(idsOf(other.received), idsOf(receiver.received));
  await other.close();
});

test('codes without analytics, and accounts without an endpoint for scans, cost nothing', async () => {
  await createEndpoint();
  const silent = await createCode();
  await sql`update qr_codes set analytics_enabled = false where qr_id = ${parseIdentifier('qrc', silent.id)}`.execute(
    api.db,
  );
  const loud = await createCode();
  await scanTimes(silent.slug, 3);
  await scanTimes(loud.slug, 3);
  await until('loud', () => numbersOf(receiver.received, loud.id).length >= 3);
  assert.ok(receiver.received.every(({ body }) => body.data['qr_code'].qr_id === loud.id));
  const other = await api.createAccount({ plan: 'enterprise' });
  const { qr_id: id } = await api.createQrCode(other);
  await scanTimes(await api.publishQrCode(id), 2);
  await sleep(4_000);
  const { rows } = await sql`select from scan_group_heads where account_id = ${other.uuid}`.execute(api.db);
  assert.equal(rows.length, 0);
});
