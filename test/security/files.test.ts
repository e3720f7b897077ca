import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { signedIn } from '../support/data/signed-in.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let worker: ProcessPart;
let owner: BrowserSession;
const folder = mkdtempSync('/tmp/waypost-files-');

before(async () => {
  api = await startTestApi({
    environment: { FILE_STORE: `file:${folder}`, TRUSTED_PROXIES: '127.0.0.1/32' },
  });
  worker = await startWorker(quietProcess(api.config));
  owner = await signedIn(api, '198.51.100.1');
});
after(async () => {
  await worker.drain();
  await worker.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function makeCode(body: Record<string, unknown>) {
  const { status, body: made } = await owner.post('/dashboard/api/qr-codes', body);
  assert.equal(status, 201, JSON.stringify(made));
  return untilDone(made.qr_id);
}

async function untilDone(qrId: string) {
  for (let tries = 0; tries < 400; tries++) {
    const { body } = await owner.get(`/dashboard/api/qr-codes/${qrId}`);
    if (body.qr_code.render_status === 'done') return body.qr_code;
    await sleep(25);
  }
  return assert.fail('no image');
}

/** The address on this machine of a link that the service writes. */
const local = (url: string) => url.replace(api.config.apiBaseUrl, api.url);
const wifi = {
  type: 'wifi',
  name: 'Guests',
  content: { ssid: 'Cafe', security: 'WPA', password: 'espresso-2026' },
};

test('a file name reveals nothing about its content', async () => {
  const code = await makeCode({ type: 'url', name: 'Menu', redirect_url: 'https://example.com/' });
  const file = Buffer.from(await (await fetch(local(code.file_url_svg))).arrayBuffer());
  const plain = createHash('sha256').update(file).digest('hex').slice(0, 32);
  assert.ok(!code.file_url_svg.includes(plain));
  assert.equal((await fetch(`${api.url}/files/${plain}.svg`)).status, 404);
});

test('an image with a Wi-Fi password is served to its owner with a link that expires, and to nobody else', async () => {
  const code = await makeCode(wifi);
  const link = new URL(local(code.file_url_svg));
  const served = await fetch(link);
  assert.equal(served.status, 200);
  assert.equal(served.headers.get('cache-control'), 'private, no-store');
  const without = new URL(link.pathname, link);
  assert.equal((await fetch(without)).status, 404);
  for (const [name, value] of [
    ['expires', String(Date.now() + 1e10)],
    ['expires', '1'],
    ['signature', 'AAAA'],
  ] as const) {
    const forged = new URL(link);
    forged.searchParams.set(name, value);
    assert.equal((await fetch(forged)).status, 404, name);
  }
  const other = await makeCode({ ...wifi, name: 'Again' });
  assert.notEqual(new URL(local(other.file_url_svg)).pathname, link.pathname, 'no two codes share a file');
  assert.equal((await owner.get(`/dashboard/api/qr-codes/${code.qr_id}/image/png`)).status, 200);
});

test('images with secrets under an old name are rendered again, and the old file is removed', async () => {
  const code = await makeCode(wifi);
  const old = `${'a'.repeat(32)}.svg`;
  const { FolderFileStore } = await import('#platform/folder-file-store.ts');
  await new FolderFileStore(folder).put(old, Buffer.from('<svg/>'));
  assert.equal((await fetch(`${api.url}/files/${old}`)).status, 200);
  await sql`update qr_codes set svg_file = ${old} where svg_file = ${new URL(code.file_url_svg).pathname.split('/').at(-1)}`.execute(
    api.db,
  );
  await sql`select graphile_worker.add_job('redraw-secrets')`.execute(api.db);
  await sleep(300);
  const again = await untilDone(code.qr_id);
  assert.match(again.file_url_svg, /\/files\/private-/);
  await sql`select graphile_worker.add_job('purge-replaced-files')`.execute(api.db);
  let status = 200;
  for (let tries = 0; tries < 200 && status === 200; tries++) {
    await sleep(25);
    ({ status } = await fetch(`${api.url}/files/${old}`));
  }
  assert.equal(status, 404);
});

test('a network that guesses file names is told to wait, and still gets existing files', async () => {
  const code = await makeCode({ type: 'url', name: 'Menu', redirect_url: 'https://example.com/' });
  const headers = { 'x-forwarded-for': '203.0.113.77' };
  let status = 404;
  for (let guess = 0; guess < 700 && status === 404; guess++)
    ({ status } = await fetch(`${api.url}/files/${guess.toString(16).padStart(32, '0')}.svg`, { headers }));
  assert.equal(status, 429);
  assert.equal((await fetch(local(code.file_url_svg), { headers })).status, 200);
});
