import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { addJob } from '#features/add-job.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { until } from '../support/measure/until.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { runWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';
import { Receiver } from './receiver.ts';

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

const update = (id: string, body: Record<string, unknown>) =>
  api.request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body });

/** The command in the background, with what it has printed. */
function listen(...args: string[]) {
  const entry = new URL('../../bin/waypost.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [entry, 'listen', ...args], {
    env: { ...process.env, WAYPOST_URL: api.url, WAYPOST_API_KEY: account.key },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  return {
    printed: () => printed,
    stop: async () => {
      const left = once(child, 'exit');
      child.kill('SIGINT');
      await left;
    },
  };
}

test('waypost listen forwards what happens from now on, signed, and says what the program responded', async () => {
  const { qr_id: id } = await api.createQrCode(account);
  const slug = await api.publishQrCode(id);
  const command = listen('--forward-to', receiver.url, '--scans', id);
  await until('it listens', () => command.printed().includes('Forwarding'));
  const secret = /whsec_[\w+/=]+/.exec(command.printed())?.[0] ?? '';
  // It may still be looking for the end of the log.
  await until('the first event', async () => {
    await update(id, { label: `Name ${Date.now()}` });
    return receiver.received.length > 0;
  });
  await update(id, { redirect_url: 'https://example.com/next' });
  const received = (type: string) => receiver.received.filter(({ body }) => body.type === type);
  await until('the change', () =>
    received('qr.updated').some(
      ({ body }) => body.data['qr_code'].redirect_url === 'https://example.com/next',
    ),
  );
  for (const one of receiver.received) receiver.verify(one, secret);
  assert.ok(receiver.received.every(({ body }) => body.type !== 'qr.created'));
  assert.ok(receiver.received.every(({ id: sent, body }) => sent === body.event_id));

  assert.equal((await scanLink(scan.url, slug)).status, 302);
  await until('the scan', () => received('qr.scan').length > 0);
  assert.deepEqual(received('qr.scan')[0]?.body.data['first_number'], 1);
  assert.match(command.printed(), /\d\d:\d\d:\d\d {2}qr\.updated {2}qrc_\w+ {2}→ 200 in \d+ ms/);

  await receiver.close();
  await update(id, { label: 'Nobody listens' });
  await until('the advice', () => /not delivered \(ECONNREFUSED\)/.test(command.printed()));
  await command.stop();
});

test('waypost listen says what is wrong with its options', async () => {
  const environment = { WAYPOST_URL: api.url, WAYPOST_API_KEY: account.key };
  const wrong = await runWaypost(['listen', '--forward-to', 'localhost:4000'], environment);
  assert.notEqual(wrong.code, 0);
  assert.match(wrong.stderr, /such as http:\/\/localhost:4000/);
  const refused = await runWaypost(['listen'], { ...environment, WAYPOST_API_KEY: 'wp_wrong' });
  assert.notEqual(refused.code, 0);
});

test('operators list, show, disable, enable and replay endpoints with waypost webhook', async () => {
  const environment = { DATABASE_URL: api.config.databaseUrl };
  const waypost = async (...args: string[]) => {
    const result = await runWaypost(['webhook', ...args], environment);
    assert.equal(result.code, 0, result.stderr);
    return result.stdout;
  };
  const { key } = account;
  const { body: made } = await api.request('POST', '/v2/webhook-endpoints', {
    key,
    body: { url: receiver.url },
  });
  const id: string = made.endpoint_id;
  const { qr_id: qrId } = await api.createQrCode(account);
  await until('delivered', () => receiver.received.length > 0);
  const [first] = receiver.received;

  const [listed] = JSON.parse(await waypost('list', '--account', account.accountId, '--json'));
  assert.deepEqual([listed.endpoint_id, listed.enabled, listed.failures], [id, true, 0]);
  assert.match(await waypost('show', id), new RegExp(receiver.url));
  assert.match(await waypost('deliveries', id, '--status', 'succeeded'), /qr\.created .*200/);

  assert.match(await waypost('disable', id), /disabled/);
  assert.equal((await api.request('GET', `/v2/webhook-endpoints/${id}`, { key })).body.enabled, false);
  await api.request('PATCH', `/v1/qr-codes/${qrId}`, { key, body: { label: 'Missed' } });
  await waypost('enable', id);
  const before = receiver.received.length;
  await waypost('replay', id, '--after', first?.id ?? '');
  await until('the missed change', () =>
    receiver.received.slice(before).some(({ body }) => body.data['qr_code'].label === 'Missed'),
  );

  receiver.behaviour = () => ({ status: 410 });
  await api.request('PATCH', `/v1/qr-codes/${qrId}`, { key, body: { label: 'Gone' } });
  await until('disabled', async () => {
    const { rows } = await sql`select from webhook_endpoints where disabled_reason = 'gone'`.execute(api.db);
    return rows.length === 1;
  });
  const failing = JSON.parse(await waypost('list', '--failing', '--json'));
  assert.deepEqual([failing.length, failing[0].disabled_reason], [1, 'gone']);
  const unknown = await runWaypost(['webhook', 'show', 'whe_01JD3Z8M2K5N7Q9S1V3X5Z7B9D'], environment);
  assert.equal(unknown.code, 3);
});
