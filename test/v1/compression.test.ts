import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  for (let count = 0; count < 5; count++) await api.createQrCode(account);
});
after(() => api.close());

/** Without `fetch`, which decompresses by itself. */
function get(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: Record<string, unknown>; bytes: Buffer; status: number | undefined }>(
    (resolve, reject) => {
      const sent = request(
        api.url + path,
        { headers: { 'x-api-key': account.key, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ headers: response.headers, bytes: Buffer.concat(chunks), status: response.statusCode }),
          );
        },
      );
      sent.on('error', reject).end();
    },
  );
}

test('JSON of more than a kilobyte is compressed as the client accepts it, with the same content and ETag', async () => {
  const plain = await get('/v1/qr-codes', {});
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.headers['vary'], 'accept-encoding');
  const itemsOf = (bytes: Buffer) => JSON.parse(bytes.toString()).items;
  const brotli = await get('/v1/qr-codes', { 'accept-encoding': 'gzip, br' });
  assert.equal(brotli.headers['content-encoding'], 'br');
  assert.deepEqual(itemsOf(brotliDecompressSync(brotli.bytes)), itemsOf(plain.bytes));
  const gzip = await get('/v1/qr-codes', { 'accept-encoding': 'gzip' });
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  assert.ok(gzip.bytes.length < plain.bytes.length / 2);
  assert.deepEqual(itemsOf(gunzipSync(gzip.bytes)), itemsOf(plain.bytes));

  const path = `/v1/qr-codes/${itemsOf(plain.bytes)[0].qr_id}`;
  const [bare, packed] = [await get(path, {}), await get(path, { 'accept-encoding': 'br' })];
  assert.equal(packed.headers['content-encoding'], 'br');
  assert.equal(packed.headers['etag'], bare.headers['etag']);
  const known = { 'if-none-match': String(bare.headers['etag']), 'accept-encoding': 'br' };
  assert.equal((await get(path, known)).status, 304);
});

test('a small response is not compressed', async () => {
  const { headers } = await get('/v1/nope', { 'accept-encoding': 'br' });
  assert.equal(headers['content-encoding'], undefined);
});
