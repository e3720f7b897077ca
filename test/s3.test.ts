import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { type AllFiles, openFileStore } from '#platform/open-file-store.ts';
import { CephGateway } from './ceph-gateway.ts';
import { proofScale, scaled } from './support/measure/proof-scale.ts';
import { quietProcess } from './support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

const codeCount = scaled(2_000, 60);
const outageMs = proofScale >= 1 ? 30_000 : 6_000;
const publicBaseUrl = 'https://go.example.com';
let ceph: CephGateway;
let api: TestApi;
let account: TestAccount;
let worker: ProcessPart;
let store: AllFiles;

before(async () => {
  ceph = await CephGateway.create();
  api = await startTestApi({ environment: { ...ceph.environment, PUBLIC_BASE_URL: publicBaseUrl } });
  account = await api.createAccount();
  store = await openFileStore(api.config.fileStore);
  worker = await startWorker(quietProcess(api.config));
});
after(async () => {
  await worker?.drain();
  await worker?.close();
  await api?.close();
  ceph?.close();
});

const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
const name = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.svg`;

describe('files in S3', () => {
  test('are written once under their prefix, with type and an immutable cache header, read back, and removed', async () => {
    assert.equal(await store.read(name), null);
    await store.put(name, content);
    await store.put(name, Buffer.from('something else under the same name'));
    // Images with secrets are separate, so that the rest of the bucket can be public.
    const secret = `private-${name}`;
    await store.put(secret, content);
    assert.deepEqual(await store.read(secret), content);
    await store.remove(secret);
    assert.equal(await store.read(secret), null);
    assert.deepEqual(await store.read(name), content);
    const head = await ceph
      .client()
      .send(new HeadObjectCommand({ Bucket: ceph.bucket, Key: `codes/${name}` }));
    assert.equal(head.ContentType, 'image/svg+xml');
    assert.equal(head.CacheControl, 'public, max-age=31536000, immutable');
    await store.remove(name);
    await store.remove(name);
    assert.equal(await store.read(name), null);
  });

  test('large files are written in parts, appear with their last byte only, are streamed, and are removed', async () => {
    const path = 'exports/exp_01JD3Z5T9GQ4R6W8Y0A2C4E6G8-1.csv';
    const part = Buffer.alloc(3_000_000, 'line\n');
    const writer = await store.create(path);
    for (let nth = 0; nth < 7; nth++) await writer.write(part);
    assert.equal(await store.open(path), null);
    await writer.finish();
    const file = await store.open(path);
    assert.equal(file?.bytes, 21_000_000);
    let bytes = 0;
    for await (const chunk of file.content) bytes += chunk.length;
    assert.equal(bytes, 21_000_000);
    await ceph.client().send(new HeadObjectCommand({ Bucket: ceph.bucket, Key: `codes/private/${path}` }));
    await store.removeLarge(path);
    assert.equal(await store.open(path), null);
    const abandoned = await store.create(path);
    await abandoned.write(part);
    await abandoned.abandon();
    assert.equal(await store.open(path), null);
  });

  test('an export is written there and downloaded through our own link', async () => {
    await api.createQrCode(account);
    const { body } = await api.request('POST', '/v2/exports', {
      key: account.key,
      body: { kind: 'qr_codes', format: 'csv' },
    });
    let url: string | null = null;
    for (let tries = 0; tries < 200 && url === null; tries++) {
      await sleep(50);
      url = (await api.request('GET', `/v2/exports/${body.export_id}`, { key: account.key })).body
        .download_url;
    }
    const response = await fetch((url ?? '').replace(/^https?:\/\/[^/]+/, api.url));
    assert.equal(response.status, 200);
    assert.match(await response.text(), /^qr_id,project_id,/);
  });

  test('a wrong secret is an error, not a silent success', async () => {
    assert.ok(api.config.fileStore.kind === 's3');
    const { location } = api.config.fileStore;
    const wrong = await openFileStore({
      kind: 's3',
      location: {
        ...location,
        credentials: { accessKeyId: 'TESTACCESSKEY', secretAccessKey: 'not-the-secret' },
      },
    });
    await assert.rejects(wrong.put(name, content), /SignatureDoesNotMatch/);
    await assert.rejects(wrong.read(name), /SignatureDoesNotMatch/);
  });

  test('a service that stops in the middle of a response is not waited for forever', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('ten bytes.');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    assert.ok(api.config.fileStore.kind === 's3');
    const location = { ...api.config.fileStore.location, endpoint: `http://127.0.0.1:${port}` };
    const stuck = await openFileStore({ kind: 's3', location });
    const startedMs = performance.now();
    await assert.rejects(stuck.read(name));
    assert.ok(performance.now() - startedMs < 25_000);
    server.closeAllConnections();
    server.close();
  });

  test(`the service away for ${outageMs / 1_000} s in the middle of ${codeCount} codes: nothing is lost`, async (t) => {
    const made = [];
    for (let index = 0; index < codeCount; index++) {
      if (index === Math.floor(codeCount / 3)) await ceph.kill();
      made.push(await api.createQrCode(account));
    }
    await sleep(outageMs);
    assert.ok((await countDone()) < codeCount, 'all was stored before the service went away');
    await ceph.start();
    const startedMs = performance.now();
    while ((await countDone()) < codeCount) {
      assert.ok(performance.now() - startedMs < 180_000, `${await countDone()} of ${codeCount} done`);
      await sleep(200);
    }
    t.diagnostic(`all done ${((performance.now() - startedMs) / 1_000).toFixed(1)} s after it came back`);
    for (const { qr_id: id } of made) {
      const { body } = await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key });
      const link = `${publicBaseUrl}/${body.slug}`.toUpperCase();
      const response = await fetch(api.url + new URL(body.file_url_png).pathname);
      assert.equal(await readQrCode(new Uint8Array(await response.arrayBuffer())), link);
      assert.equal((await fetch(api.url + new URL(body.file_url_svg).pathname)).status, 200);
    }
  });
});

async function countDone(): Promise<number> {
  const row = await api.db
    .selectFrom('qr_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('render_status', '=', 'done')
    .executeTakeFirstOrThrow();
  return row.count;
}
