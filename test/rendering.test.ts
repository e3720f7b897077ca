import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { parseIdentifier } from '#core/identifier.ts';
import { purgeReplacedFiles } from '#features/rendering/purge-replaced-files.ts';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import type { FileStore } from '#platform/file-store.ts';
import { openFileStore } from '#platform/open-file-store.ts';
import { median } from './support/measure/median.ts';
import { scaled } from './support/measure/proof-scale.ts';
import { quietProcess } from './support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;
let worker: ProcessPart;
let folder: string;

before(async () => {
  folder = mkdtempSync('/tmp/waypost-files-');
  const environment = { FILE_STORE: `file:${folder}/files`, PUBLIC_BASE_URL: 'https://go.example.com' };
  api = await startTestApi({ environment });
  account = await api.createAccount();
  worker = await startWorker(quietProcess(api.config));
});
after(async () => {
  await worker.drain();
  await worker.close();
  await api.close();
  rmSync(folder, { recursive: true });
});

const get = async (id: string) => (await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key })).body;

async function until(id: string, status: string) {
  for (let attempt = 0; attempt < 400; attempt++) {
    const code = await get(id);
    if (code.render_status === status) return code;
    await sleep(25);
  }
  assert.fail(`${id} never became ${status}: ${JSON.stringify(await get(id))}`);
}

/** The file behind a URL of the API's base address, fetched from where the test serves it. */
const fetchFile = (url: string) => fetch(api.url + new URL(url).pathname);

describe('a new code', () => {
  test('is rendered: slug, files, destination and time are filled in, and the image contains the link in upper case', async () => {
    const made = await api.createQrCode(account);
    const code = await until(made.qr_id, 'done');
    assert.match(code.slug, /^qr-[0-9a-hjkmnp-tv-z]{12}$/);
    assert.equal(code.destination_url, 'https://example.com/');
    assert.equal(code.render_attempt, 1);
    assert.equal(code.render_error, null);
    assert.ok(code.last_rendered_at >= code.created_at);
    for (const url of [code.file_url_svg, code.file_url_png]) {
      const response = await fetchFile(url);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.match(response.headers.get('content-security-policy') ?? '', /script-src 'none'/);
      const content = await sharp(Buffer.from(await response.arrayBuffer()))
        .png()
        .toBuffer();
      assert.equal(await readQrCode(content), `HTTPS://GO.EXAMPLE.COM/${code.slug.toUpperCase()}`);
    }
  });

  test('takes less than 300 ms from creation to image, in the median', async (t) => {
    const times: number[] = [];
    for (let round = 0; round < scaled(100, 10); round++) {
      const startedMs = performance.now();
      const made = await api.createQrCode(account);
      while ((await get(made.qr_id)).render_status !== 'done') await sleep(5);
      times.push(performance.now() - startedMs);
    }
    t.diagnostic(`median ${median(times).toFixed(0)} ms`);
    // The figure is for an idle machine; next to other tests, this only shows that nothing waits for a timer.
    assert.ok(median(times) < 1_500);
  });
});

describe('a changed code', () => {
  test('20 changes of redirect_url while it renders: it finishes, the slug stays, and the old files are served until then', async () => {
    const made = await api.createQrCode(account);
    const first = await until(made.qr_id, 'done');
    for (let round = 1; round <= 20; round++) {
      await api.request('PATCH', `/v1/qr-codes/${made.qr_id}`, {
        key: account.key,
        body: { redirect_url: `https://example.com/${round}` },
      });
      const now = await get(made.qr_id);
      assert.equal(now.slug, first.slug);
      assert.equal((await fetchFile(now.file_url_png)).status, 200);
    }
    const last = await until(made.qr_id, 'done');
    assert.equal(last.slug, first.slug);
    assert.equal(last.destination_url, 'https://example.com/20');
    assert.ok(last.last_rendered_at > first.last_rendered_at);
    // Outdated renders may end a moment after the current one.
    const countJobs = async () =>
      (await sql`select from graphile_worker.jobs where task_identifier = 'render-qr-code'`.execute(api.db))
        .rows.length;
    for (let tries = 0; tries < 100 && (await countJobs()) > 0; tries++) await sleep(50);
    assert.equal(await countJobs(), 0);
  });

  test('an outdated render changes nothing', async () => {
    const made = await api.createQrCode(account);
    const code = await until(made.qr_id, 'done');
    const uuid = parseIdentifier('qrc', made.qr_id) ?? '';
    await sql`select graphile_worker.add_job('render-qr-code', json_build_object('qr_id', ${uuid}::text, 'generation', 0))`.execute(
      api.db,
    );
    await sleep(300);
    assert.deepEqual({ ...(await get(made.qr_id)), request_id: '' }, { ...code, request_id: '' });
  });
});

describe('files of a replaced design', () => {
  const restyle = async (id: string, metadata: string) => {
    const uuid = parseIdentifier('qrc', id) ?? '';
    const { rows } = await sql<{ generation: number }>`
      update qr_codes set render_metadata = ${metadata}::jsonb, render_status = 'pending', render_generation = render_generation + 1
      where qr_id = ${uuid} returning render_generation as generation`.execute(api.db);
    await sql`select graphile_worker.add_job('render-qr-code',
      json_build_object('qr_id', ${uuid}::text, 'generation', ${rows[0]?.generation}::int))`.execute(api.db);
    return until(id, 'done');
  };
  const age = () => sql`update replaced_files set replaced_at = now() - interval '8 days'`.execute(api.db);

  test('are served for a while, then removed; current files, and those in use again, stay', async () => {
    const store = await openFileStore(api.config.fileStore);
    const made = await api.createQrCode(account);
    const square = await until(made.qr_id, 'done');
    const dots = await restyle(made.qr_id, '{"dot_style": "dots"}');
    assert.notEqual(dots.file_url_png, square.file_url_png);
    await purgeReplacedFiles(api.db, store);
    assert.equal((await fetchFile(square.file_url_png)).status, 200, 'within the grace period');
    const again = await restyle(made.qr_id, '{}');
    assert.equal(again.file_url_png, square.file_url_png, 'the same image is the same file');
    await age();
    assert.equal(await purgeReplacedFiles(api.db, store), 2);
    assert.equal((await fetchFile(dots.file_url_png)).status, 404);
    assert.equal((await fetchFile(square.file_url_png)).status, 200);
    assert.equal(await purgeReplacedFiles(api.db, store), 0);
  });

  test('a code that returns to an earlier design while its files are being removed finishes, with its files', async () => {
    const store = await openFileStore(api.config.fileStore);
    const made = await api.createQrCode(account);
    const square = await until(made.qr_id, 'done');
    await restyle(made.qr_id, '{"dot_style": "diamond"}');
    await age();
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = {
      ...store,
      remove: async (name: string) => {
        begun.resolve();
        await goOn.promise;
        await store.remove(name);
      },
    } as FileStore;
    const purge = purgeReplacedFiles(api.db, slow);
    await begun.promise;
    const back = restyle(made.qr_id, '{}');
    await sleep(1_000);
    goOn.resolve();
    await purge;
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(api.db);
    const code = await back;
    assert.equal(code.file_url_png, square.file_url_png);
    for (const url of [code.file_url_png, code.file_url_svg])
      assert.equal((await fetchFile(url)).status, 200);
  });
});

describe('failures', () => {
  test('an unreadable design is an error with a reason, and nothing is published', async () => {
    const made = await api.createQrCode(account);
    const uuid = parseIdentifier('qrc', made.qr_id) ?? '';
    await sql`update qr_codes set render_metadata = '{"foreground_color": "#eeeeee"}', render_status = 'pending',
      render_generation = render_generation + 1, is_slug_public = is_slug_public where qr_id = ${uuid}`.execute(
      api.db,
    );
    await sql`select graphile_worker.add_job('render-qr-code', json_build_object('qr_id', ${uuid}::text, 'generation', 2))`.execute(
      api.db,
    );
    const code = await until(made.qr_id, 'error');
    assert.match(code.render_error, /colors are too similar/);
  });

  test('a failing disk: back to pending with the error, done once it works again', async () => {
    rmSync(`${folder}/files`, { recursive: true, force: true });
    writeFileSync(`${folder}/files`, 'not a folder');
    const made = await api.createQrCode(account);
    for (let attempt = 0; attempt < 200 && (await get(made.qr_id)).render_error === null; attempt++)
      await sleep(25);
    const failed = await get(made.qr_id);
    assert.match(failed.render_error, /try again/);
    assert.equal(failed.slug, null);
    rmSync(`${folder}/files`);
    mkdirSync(`${folder}/files`);
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(api.db);
    const code = await until(made.qr_id, 'done');
    assert.equal(code.render_error, null);
    assert.ok(code.render_attempt >= 2);
  });

  test('a missing file, or an impossible name, gets 404', async () => {
    for (const name of ['0'.repeat(32) + '.svg', '..%2f..%2fpackage.json', 'x', '%00']) {
      const { status, body } = await api.request('GET', `/files/${name}`);
      assert.equal(status, 404, name);
      assert.equal(body.code, 'not_found');
    }
  });
});
