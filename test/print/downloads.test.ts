import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { anyPhoto } from '../photos/any-photo.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { until } from '../support/measure/until.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { runWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { PrintShop } from './printers.ts';

let api: TestApi;
let worker: ProcessPart;
let account: TestAccount;
let code: { qr_id: string; short_link: string };
let pending: { qr_id: string };
const folder = mkdtempSync('/tmp/waypost-files-');
const shop = new PrintShop();

before(async () => {
  api = await startTestApi({ environment: { FILE_STORE: `file:${folder}` } });
  account = await api.createAccount();
  const made = await api.createQrCode(account, { name: 'Café poster', design: { dot_style: 'rounded' } });
  worker = await startWorker(quietProcess(api.config));
  const path = `/v1/qr-codes/${made.qr_id}`;
  await until('the image', async () => {
    code = (await api.request('GET', path, { key: account.key })).body;
    return code.short_link !== null;
  });
  await worker.drain();
  await worker.close();
  pending = await api.createQrCode(account);
});
after(async () => {
  await api.close();
  shop.close();
  rmSync(folder, { recursive: true });
});

const fetchImage = (query: string, id = code.qr_id, key = account.key) =>
  fetch(`${api.url}/v2/qr-codes/${id}/image?${query}`, { headers: { 'x-api-key': key } });

describe('GET /v2/qr-codes/{id}/image', () => {
  test('every format is a file with its type and a safe name, and shows the link of the code', async () => {
    for (const [format, type] of [
      ['svg', 'image/svg+xml'],
      ['png', 'image/png'],
      ['pdf', 'application/pdf'],
      ['eps', 'application/postscript'],
    ] as const) {
      const response = await fetchImage(`format=${format}&width=40`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type')?.split(';')[0], type);
      assert.equal(
        response.headers.get('content-disposition'),
        `attachment; filename="Cafe-poster.${format}"`,
      );
      const file = Buffer.from(await response.arrayBuffer());
      const seen = format === 'pdf' || format === 'eps' ? shop.raster(file, 300) : file;
      const text = await readQrCode(await sharp(seen).png().toBuffer());
      assert.equal(text?.toLowerCase(), code.short_link.toLowerCase());
    }
    const dxf = await fetchImage('format=dxf');
    assert.deepEqual([dxf.status, dxf.headers.get('content-type')], [200, 'image/vnd.dxf']);
  });

  test('mistakes are 400 with the name of the parameter', async () => {
    for (const [query, param] of [
      ['', 'format'],
      ['format=gif', 'format'],
      ['format=pdf&width=5', 'width'],
      ['format=pdf&width=1e3', 'width'],
      ['format=pdf&unit=mm', 'unit'],
      ['format=pdf&dpi=300', 'dpi'],
      ['format=png&color_mode=cmyk', 'color_mode'],
      ['format=pdf&spot_color=Gold', 'spot_color'],
      ['format=pdf&color_mode=cmyk&spot_color=Black', 'spot_color'],
      ['format=pdf&color_mode=cmyk&spot_color=%29+pop', 'spot_color'],
      ['format=svg&bleed=3', 'bleed'],
      ['format=pdf&bleed=11', 'bleed'],
      ['format=eps&marks=true', 'marks'],
      ['format=pdf&marks=yes', 'marks'],
      ['format=pdf&size=3', 'size'],
      // Each module would be smaller than three pixels.
      ['format=png&width=10&dpi=72', 'width'],
    ]) {
      const response = await fetchImage(query ?? '');
      const body = (await response.json()) as { code: string; param: string | null; message: string };
      assert.deepEqual([response.status, body.code], [400, 'invalid_request'], query);
      assert.ok(
        body.param === param || body.message.includes(param ?? ''),
        `${query}: ${JSON.stringify(body)}`,
      );
    }
  });

  test('an image that is pending is 404, and so is a code of another account', async () => {
    const early = await fetchImage('format=pdf', pending.qr_id);
    assert.deepEqual([early.status, ((await early.json()) as { code: string }).code], [404, 'not_found']);
    const stranger = await api.createAccount();
    const foreign = await fetchImage('format=pdf', code.qr_id, stranger.key);
    assert.deepEqual(
      [foreign.status, ((await foreign.json()) as { code: string }).code],
      [404, 'qr_not_found'],
    );
  });
});

describe('POST /v2/label-sheets', () => {
  const post = (body: unknown) =>
    fetch(`${api.url}/v2/label-sheets`, {
      method: 'POST',
      headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('is a PDF with a label per code', async () => {
    const response = await post({ qr_ids: [code.qr_id, code.qr_id], sheet: 'a4-12', skip: 11 });
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/pdf']);
    const pdf = Buffer.from(await response.arrayBuffer());
    assert.match(shop.info(pdf), /^Pages: +2$/m);
    assert.equal((await readQrCode(shop.raster(pdf, 200)))?.toLowerCase(), code.short_link.toLowerCase());
  });

  test('names mistakes, codes that are not there, and images that are pending', async () => {
    const good = { qr_ids: [code.qr_id], sheet: 'l7160' };
    for (const [body, status, part] of [
      [{ ...good, sheet: 'l1' }, 400, 'sheet'],
      [{ ...good, qr_ids: [] }, 400, 'qr_ids'],
      [{ ...good, qr_ids: [5] }, 400, 'qr_ids'],
      [{ ...good, skip: 21 }, 400, 'skip'],
      [{ ...good, names: 'no' }, 400, 'names'],
      [{ ...good, copies: 3 }, 400, 'copies'],
      [{ ...good, qr_ids: ['qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D'] }, 404, 'QR code'],
      [{ ...good, qr_ids: [pending.qr_id] }, 404, 'rendering'],
    ] as const) {
      const response = await post(body);
      const { message } = (await response.json()) as { message: string };
      assert.equal(response.status, status, message);
      assert.ok(message.includes(part), message);
    }
  });
});

test('waypost labels writes a sheet', async () => {
  const file = join(folder, 'labels.pdf');
  const environment = { WAYPOST_URL: api.url, WAYPOST_API_KEY: account.key };
  const done = await runWaypost(['labels', code.qr_id, '--sheet', 'tent-a4', '--output', file], environment);
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /labels\.pdf: 1 label\b/);
  assert.match(shop.info(readFileSync(file)), /^Pages: +1$/m);
});

test('waypost print writes the file, and says what is wrong', async () => {
  const environment = { WAYPOST_URL: api.url, WAYPOST_API_KEY: account.key };
  const file = join(folder, 'poster.pdf');
  const ink = ['--color-mode', 'cmyk', '--spot-color', 'PANTONE 185 C', '--bleed', '3', '--marks'];
  const done = await runWaypost(
    ['print', code.qr_id, '--width', '40', ...ink, '--output', file],
    environment,
  );
  assert.equal(done.code, 0, done.stderr);
  assert.match(
    done.stdout,
    /poster\.pdf: \d+ kB\nIn this size, phones read it from up to \d+ cm\. Print it at least \d+ mm wide\./,
  );
  const plates = await shop.separate(readFileSync(file), 150);
  assert.ok(plates.has('PANTONE 185 C'));
  const refused = await runWaypost(['print', code.qr_id, '--format', 'png', '--bleed', '3'], environment);
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /bleed can be used with pdf only/);
});

test('waypost check says which code a photo shows, whose it is and what to improve', async () => {
  const environment = { WAYPOST_URL: api.url, WAYPOST_API_KEY: account.key };
  const random = seededRandom(6);
  const own = join(folder, 'own.jpg');
  writeFileSync(own, (await anyPhoto('weak light', random, code.short_link)).jpeg);
  const read = await runWaypost(['check', own], environment);
  assert.equal(read.code, 0, read.stderr);
  assert.match(read.stdout, new RegExp(`Café poster \\(${code.qr_id}\\)`));
  assert.match(read.stdout, /owner +This is your code\./);
  assert.match(read.stdout, /to improve +The code is hardly darker than its paper\./);

  const foreign = join(folder, 'foreign.jpg');
  const sticker = await anyPhoto('sticker with a code', random, code.short_link);
  writeFileSync(foreign, sticker.jpeg);
  const warned = await runWaypost(['check', foreign, '--json'], environment);
  assert.equal(warned.code, 1);
  const [photo] = JSON.parse(warned.stdout) as { codes: { text: string; owner: string }[] }[];
  assert.deepEqual(
    photo?.codes.map(({ text, owner }) => ({ text, owner })),
    [{ text: sticker.stranger, owner: 'foreign' }],
  );

  const neighbor = await api.createAccount();
  const theirs = { WAYPOST_URL: api.url, WAYPOST_API_KEY: neighbor.key };
  const strange = await runWaypost(['check', own], theirs);
  assert.equal(strange.code, 1, strange.stderr);
  assert.match(strange.stdout, /owner +None of the codes that you can see has this link\./);

  const mixedUp = await runWaypost(['check', own, '--expect', pending.qr_id], environment);
  assert.equal(mixedUp.code, 1);
  assert.match(mixedUp.stdout, /not the one that you wanted to check/);

  const alone = await runWaypost(['check', own], {
    WAYPOST_URL: 'http://127.0.0.1:9',
    WAYPOST_API_KEY: account.key,
  });
  assert.equal(alone.code, 0, alone.stderr);
  assert.match(alone.stdout, /owner +Nobody could be asked whose code this is\. .*127\.0\.0\.1:9/);
  assert.match(alone.stdout, /contrast +\d+%/);

  const half = join(folder, 'half.jpg');
  writeFileSync(half, (await anyPhoto('cut off', random)).jpeg);
  const unread = await runWaypost(['check', half], {});
  assert.equal(unread.code, 1);
  assert.match(unread.stdout, /fault +A part of the code is outside of the photo\./);

  const text = join(folder, 'notes.txt');
  writeFileSync(text, 'no picture');
  const refused = await runWaypost(['check', text], {});
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /Use JPEG, PNG or WebP/);
});
