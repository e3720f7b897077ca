import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;
let folder: string;

before(async () => {
  folder = mkdtempSync('/tmp/waypost-files-');
  const environment = { FILE_STORE: `file:${folder}/files`, PUBLIC_BASE_URL: 'https://go.example.com' };
  api = await startTestApi({ environment });
  account = await api.createAccount();
});
after(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const body = { redirect_url: 'https://example.com/' };
const create = (headers: Record<string, string>) =>
  api.request('POST', '/v1/qr-codes', { key: account.key, body, headers });

async function withWorker(work: () => Promise<void>): Promise<void> {
  const worker: ProcessPart = await startWorker(quietProcess(api.config));
  try {
    await work();
  } finally {
    await worker.drain();
    await worker.close();
  }
}

test('create, update and read wait for the image, and the response has it', () =>
  withWorker(async () => {
    const created = await create({ prefer: 'wait=10' });
    assert.equal(created.status, 201);
    assert.equal(created.headers.get('preference-applied'), 'wait=10');
    assert.equal(created.body.render_status, 'done');
    assert.equal(created.body.short_link, `https://go.example.com/${created.body.slug}`);
    const path = `/v1/qr-codes/${created.body.qr_id}`;
    const changed = await api.request('PATCH', path, {
      key: account.key,
      body: { design: { dot_style: 'rounded' } },
      headers: { prefer: 'wait=25' },
    });
    assert.equal(changed.headers.get('preference-applied'), 'wait=10');
    assert.equal(changed.body.render_status, 'done');
    assert.notEqual(changed.body.file_url_svg, created.body.file_url_svg);
    const read = await api.request('GET', path, { key: account.key, headers: { prefer: 'wait=3' } });
    assert.equal(read.headers.get('preference-applied'), 'wait=3');
    assert.equal(read.headers.get('etag'), changed.headers.get('etag'));
  }));

test('the response comes after the given time if the image is not ready, and at once without a valid preference', async () => {
  const startedMs = performance.now();
  const waited = await create({ prefer: 'wait=1' });
  assert.ok(performance.now() - startedMs >= 990);
  assert.equal(waited.body.render_status, 'pending');
  assert.equal(waited.headers.get('preference-applied'), 'wait=1');
  for (const prefer of ['wait=-1', 'wait=soon', 'wait', 'respond-async']) {
    const hurriedMs = performance.now();
    const answer = await create({ prefer });
    assert.ok(performance.now() - hurriedMs < 900, prefer);
    assert.equal(answer.headers.get('preference-applied'), null, prefer);
  }
});

test('ten requests of a key wait at a time, further ones are answered at once', async () => {
  const startedMs = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 14 }, async () => {
      const { headers } = await create({ prefer: 'wait=2' });
      return { applied: headers.get('preference-applied'), ms: performance.now() - startedMs };
    }),
  );
  const hurried = answers.filter(({ applied }) => applied === null);
  assert.equal(hurried.length, 4);
  assert.ok(hurried.every(({ ms }) => ms < 1_900));
  // Their places are free again.
  assert.equal((await create({ prefer: 'wait=1' })).headers.get('preference-applied'), 'wait=1');
});

test('a repeated create returns the stored response, and with a preference the current state', async () => {
  const key = randomUUID();
  const first = await create({ 'idempotency-key': key });
  assert.equal(first.headers.get('idempotent-replayed'), null);
  await withWorker(async () => {
    const waited = await create({ 'idempotency-key': key, prefer: 'wait=10' });
    assert.equal(waited.status, 201);
    assert.equal(waited.headers.get('idempotent-replayed'), 'true');
    assert.equal(waited.body.qr_id, first.body.qr_id);
    assert.equal(waited.body.render_status, 'done');
  });
  const stored = await create({ 'idempotency-key': key });
  assert.equal(stored.headers.get('idempotent-replayed'), 'true');
  assert.equal(stored.body.render_status, 'pending');
  assert.equal(stored.headers.get('etag'), first.headers.get('etag'));
});

test('a client that leaves gives its place to others', async () => {
  const leave = new AbortController();
  const left = Promise.allSettled(
    Array.from({ length: 10 }, () =>
      fetch(`${api.url}/v1/qr-codes`, {
        method: 'POST',
        headers: { 'x-api-key': account.key, 'content-type': 'application/json', prefer: 'wait=10' },
        body: JSON.stringify(body),
        signal: leave.signal,
      }),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal((await create({ prefer: 'wait=1' })).headers.get('preference-applied'), null);
  leave.abort();
  await left;
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal((await create({ prefer: 'wait=1' })).headers.get('preference-applied'), 'wait=1');
});
