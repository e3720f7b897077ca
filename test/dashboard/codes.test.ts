import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { parseIdentifier } from '#core/identifier.ts';
import { defaultStyle } from '#core/qr-image/default-style.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { readWithZbar } from '../support/measure/read-with-zbar.ts';
import { until } from '../support/measure/until.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { runWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const path = '/dashboard/api/qr-codes';
const designs = '/dashboard/api/designs';
let api: TestApi;
let scan: TestScan;
let worker: ProcessPart;
let owner: BrowserSession;
let stranger: BrowserSession;
let folder: string;

before(async () => {
  folder = mkdtempSync('/tmp/waypost-files-');
  api = await startTestApi({
    environment: {
      FILE_STORE: `file:${folder}`,
      API_BASE_URL: 'https://app.example.com',
      PUBLIC_BASE_URL: 'https://go.example.com',
      TRUSTED_PROXIES: '127.0.0.1/32',
    },
  });
  scan = await startTestScan(api);
  worker = await startWorker(quietProcess(api.config));
  owner = await signedIn(api, '198.51.100.11');
  stranger = await signedIn(api, '198.51.100.12');
  await owner.get('/dashboard/api/me');
  await stranger.get('/dashboard/api/me');
  await api.db.updateTable('accounts').set({ plan: 'agency' }).execute();
});
after(async () => {
  scan.stop();
  await worker.drain();
  await worker.close();
  await api.close();
  rmSync(folder, { recursive: true });
});

async function make(body: unknown) {
  const made = await owner.post(path, body);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return untilDone(made.body.qr_id);
}

async function untilDone(id: string) {
  for (let attempt = 0; attempt < 400; attempt++) {
    const { qr_code: code } = (await owner.get(`${path}/${id}`)).body;
    if (code.render_status === 'done') return code;
    assert.notEqual(code.render_status, 'error', code.render_error);
    await sleep(25);
  }
  return assert.fail(`${id} was never drawn`);
}

const reservedSlug = async (id: string) =>
  (
    await api.db
      .selectFrom('qr_codes')
      .select('reserved_slug')
      .where('qr_id', '=', parseIdentifier('qrc', id) ?? '')
      .executeTakeFirstOrThrow()
  ).reserved_slug;

const download = async (id: string, format: string) => {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${api.url}${path}/${id}/image/${format}`, { headers: { cookie } });
  assert.equal(response.status, 200, format);
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="[A-Za-z0-9-]+\.\w+"$/,
  );
  return Buffer.from(await response.arrayBuffer());
};
const readPng = async (id: string) => readQrCode(await download(id, 'png'));

describe('types of the dashboard', () => {
  const staticCodes: [string, Record<string, unknown>, string][] = [
    [
      'wifi',
      { ssid: 'Café; "west"', security: 'WPA', password: 'p:a;s,s\\', is_hidden: true },
      'WIFI:T:WPA;S:Café\\; \\"west\\";P:p\\:a\\;s\\,s\\\\;H:true;;',
    ],
    [
      'email',
      { to: 'hi@example.com', subject: 'A & B', body: 'one\ntwo' },
      'mailto:hi@example.com?subject=A%20%26%20B&body=one%0Atwo',
    ],
    ['sms', { phone: '+49 30 12345', message: 'hello' }, 'SMSTO:+493012345:hello'],
    ['phone', { phone: '+49 (0)30 12345' }, 'TEL:+493012345'],
    ['geo', { latitude: '-33.8568', longitude: '151.2153' }, 'GEO:-33.8568,151.2153'],
  ];

  test('static codes contain their content in the image, and have no link', async () => {
    for (const [type, content, expected] of staticCodes) {
      const code = await make({ label: `static ${type}`, type, content });
      assert.equal(await readPng(code.qr_id), expected, type);
      assert.equal(code.is_static, true);
      assert.equal(code.short_link, null);
      assert.equal(code.slug, null);
      assert.equal((await scanLink(scan.url, await reservedSlug(code.qr_id))).status, 404, type);
      const changed = await owner.send('PATCH', `${path}/${code.qr_id}`, { content });
      assert.equal(changed.status, 400);
      assert.match(changed.body.message, /Create a new code/);
      const limited = await owner.send('PATCH', `${path}/${code.qr_id}`, { scan_limit: 5 });
      assert.equal(limited.status, 400);
    }
  });

  test('a contact card and an event are files behind the link, and can be changed', async () => {
    const content = { first_name: 'Ada', last_name: 'Love;lace', phone: '+44 20 1', note: 'ä'.repeat(200) };
    const card = await make({ label: 'card', type: 'vcard', content });
    assert.equal(await readPng(card.qr_id), `HTTPS://GO.EXAMPLE.COM/${card.slug.toUpperCase()}`);
    const scanned = await scanLink(scan.url, card.slug);
    assert.match(scanned.headers.get('content-type') ?? '', /^text\/vcard/);
    assert.match(scanned.body, /^BEGIN:VCARD\r\nVERSION:3\.0\r\nN:Love\\;lace;Ada;;;\r\n/);
    for (const line of scanned.body.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
    await owner.send('PATCH', `${path}/${card.qr_id}`, { content: { last_name: 'Byron' } });
    assert.match((await scanLink(scan.url, card.slug)).body, /N:Byron;;;;\r\n/);
    const event = await make({
      label: 'event',
      type: 'event',
      content: { title: 'Launch, day', start: '2027-03-01T18:00:00+01:00', end: '2027-03-01T20:00:00+01:00' },
    });
    const calendar = await scanLink(scan.url, event.slug);
    assert.match(calendar.headers.get('content-type') ?? '', /^text\/calendar/);
    assert.match(calendar.body, /DTSTART:20270301T170000Z\r\n/);
    assert.match(calendar.body, /SUMMARY:Launch\\, day\r\n/);
  });

  test('app stores: each phone gets its store, all other devices a page; all three are checked', async () => {
    const content = {
      ios_url: 'https://apps.example/ios',
      android_url: 'https://apps.example/android',
      fallback_url: 'https://apps.example/',
    };
    const code = await make({ label: 'app', type: 'app_store', content });
    const target = async (agent: string) =>
      (await scanLink(scan.url, code.slug, { headers: { 'user-agent': agent } })).location;
    assert.equal(await target('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'), content.ios_url);
    assert.equal(await target('Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile'), content.android_url);
    assert.equal(await target('Mozilla/5.0 (X11; Linux x86_64)'), content.fallback_url);
    const unsafe = await owner.post(path, {
      type: 'app_store',
      content: { ...content, android_url: 'https://go.example.com/x' },
    });
    assert.equal(unsafe.status, 422, JSON.stringify(unsafe.body));
    // The stores belong to the type: additional rules would be lost with the next change.
    const rules = [{ condition: 'country', value: 'FR', url: 'https://apps.example/fr' }];
    for (const answer of [
      await owner.post(path, { type: 'app_store', content, redirect_rules: rules }),
      await owner.send('PATCH', `${path}/${code.qr_id}`, { redirect_rules: [] }),
    ])
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
  });

  test('a contact’s website that becomes harmful blocks the card, like any code', async () => {
    const card = await make({
      type: 'vcard',
      content: { last_name: 'Turns', website: 'https://turns-bad.example/' },
    });
    assert.equal((await scanLink(scan.url, card.slug)).status, 200);
    const environment = { DATABASE_URL: api.config.databaseDirectUrl };
    const blocked = await runWaypost(
      ['safety', 'block', 'turns-bad.example', '--reason', 'test'],
      environment,
    );
    assert.equal(blocked.code, 0, blocked.stderr);
    for (let attempt = 0; attempt < 200 && (await scanLink(scan.url, card.slug)).status !== 403; attempt++)
      await sleep(50);
    assert.equal((await scanLink(scan.url, card.slug)).status, 403);
    await runWaypost(['safety', 'remove', 'turns-bad.example'], environment);
    for (let attempt = 0; attempt < 200 && (await scanLink(scan.url, card.slug)).status !== 200; attempt++)
      await sleep(50);
    assert.equal((await scanLink(scan.url, card.slug)).status, 200);
  });

  test('the API shows designed and static codes completely: all design options, no broken link', async () => {
    const plans = await loadPlanCatalogue(api.config.plansFile);
    const mine = await api.db.selectFrom('qr_codes').select(['account_id']).executeTakeFirstOrThrow();
    const { apiKey } = await createApiKey(api.db, plans, mine.account_id, 'reader');
    const get = async (id: string) => (await api.request('GET', `/v1/qr-codes/${id}`, { key: apiKey })).body;
    const designed = await make({
      redirect_url: 'https://example.com/',
      design: { unit: 'mm', width: 60, format_ratio: '4:5' },
    });
    const { qr_render_metadata: style } = await get(designed.qr_id);
    for (const key of Object.keys(defaultStyle)) assert.ok(key in style, key);
    assert.deepEqual([style.width, style.height, style.unit], [60, 75, 'mm']);
    const wifi = await make({ type: 'wifi', content: { ssid: 'x', security: 'none' } });
    const seen = await get(wifi.qr_id);
    assert.deepEqual([seen.slug, seen.destination_url], [null, null]);
    assert.match(seen.file_url_png, /\/private-\w+\.png\?expires=\d+&signature=/);
  });

  test('an invalid field is named', async () => {
    for (const [type, content, field] of [
      ['geo', { latitude: '91', longitude: '0' }, 'content.latitude'],
      ['wifi', { ssid: 'x', security: 'WPA' }, 'content.password'],
      ['event', { title: 'x', start: '2027-01-02T00:00:00Z', end: '2027-01-01T00:00:00Z' }, 'content.end'],
      ['phone', { phone: 'tel:1' }, 'content.phone'],
      ['email', { to: 'a?bcc=victim@x.example' }, 'content.to'],
      ['email', { to: 'a@x.example', body: '😀'.repeat(500) }, 'content is too long'],
      ['wifi', { ssid: '😀'.repeat(20), security: 'none' }, 'content.ssid'],
      ['wifi', { ssid: 'x', security: 'WPA', password: 'short' }, 'content.password'],
      ['vcard', { last_name: 'x', nick: 'y' }, 'content.nick'],
    ] as const) {
      const { status, body } = await owner.post(path, { type, content });
      assert.equal(status, 400, type);
      assert.match(body.message, new RegExp(field.replace('.', '\\.')));
    }
  });
});

describe('designs', () => {
  const design = {
    dot_style: 'rounded',
    border_style: 'caption',
    caption: 'Scan for menu',
    foreground_color: '#1e3a8a',
    gradient: { type: 'linear', from: '#1e3a8a', to: '#6d28d9', angle: 45 },
  };

  test('a designed code downloads as SVG, PNG and PDF that all read as its link, by two readers', async () => {
    const code = await make({
      label: 'Ünïcode / label "x"',
      redirect_url: 'https://example.com/',
      design: { ...design, width: 60, unit: 'mm' },
    });
    const link = `HTTPS://GO.EXAMPLE.COM/${code.slug.toUpperCase()}`;
    assert.ok(code.render_score >= 60);
    const svg = await sharp(await download(code.qr_id, 'svg'))
      .png()
      .toBuffer();
    const pdf = await download(code.qr_id, 'pdf');
    const pdfImage = execFileSync('pdftoppm', ['-png', '-r', '300', '-'], { input: pdf });
    const images = [await download(code.qr_id, 'png'), svg, pdfImage];
    for (const image of images) assert.equal(await readQrCode(image), link);
    assert.deepEqual(
      readWithZbar(images).map((text) => text?.trim()),
      [link, link, link],
    );
    // 60 mm at 72 points an inch.
    const [, width] = /MediaBox \[0 0 ([\d.]+)/.exec(pdf.toString('latin1')) ?? [];
    assert.ok(Math.abs(Number(width) - (60 / 25.4) * 72) < 1, width);
  });

  test('a new design gives a new image of the same link; an unreadable one is refused before it is saved', async () => {
    const code = await make({ redirect_url: 'https://example.com/' });
    const changed = await owner.send('PATCH', `${path}/${code.qr_id}`, { design });
    assert.notEqual(changed.body.qr_code.render_status, 'error');
    const drawn = await untilDone(code.qr_id);
    assert.equal(drawn.slug, code.slug);
    assert.notEqual(drawn.file_url_svg, code.file_url_svg);
    const pale = await owner.send('PATCH', `${path}/${code.qr_id}`, {
      design: { foreground_color: '#dddddd' },
    });
    assert.equal(pale.status, 400);
    assert.match(pale.body.message, /too similar/);
  });

  test('the scan test runs while designing: a score, or a refusal with a reason', async () => {
    const good = await owner.post(`${designs}/judge`, { design });
    assert.equal(good.body.is_accepted, true, JSON.stringify(good.body));
    assert.ok(good.body.score > 50);
    const bad = await owner.post(`${designs}/judge`, {
      design: { foreground_color: '#ffffff', background_color: '#000000' },
    });
    assert.equal(bad.body.is_accepted, false);
    assert.match(bad.body.message, /inverted/);
  });

  test('templates are saved by name, belong to their account, and are limited', async () => {
    const saved = await owner.post(`${designs}/templates`, { name: 'House style', design });
    assert.equal(saved.status, 201, JSON.stringify(saved.body));
    await owner.post(`${designs}/templates`, { name: 'House style', design: { dot_style: 'dots' } });
    const { items } = (await owner.get(`${designs}/templates`)).body;
    assert.equal(items.length, 1);
    assert.deepEqual(items[0].design, { dot_style: 'dots' });
    const { account_id: accountId } = await api.db
      .selectFrom('style_templates')
      .select('account_id')
      .executeTakeFirstOrThrow();
    await sql`insert into style_templates (template_id, account_id, name, design)
      select gen_random_uuid(), ${accountId}, 'n' || n, '{}' from generate_series(1, 99) n`.execute(api.db);
    assert.equal((await owner.post(`${designs}/templates`, { name: 'One more', design: {} })).status, 409);
    assert.equal((await owner.post(`${designs}/templates`, { name: 'House style', design: {} })).status, 201);
    await sql`delete from style_templates where name like 'n%'`.execute(api.db);
    assert.equal((await stranger.get(`${designs}/templates`)).body.items.length, 0);
    const route = `${designs}/templates/${items[0].template_id}`;
    assert.equal((await stranger.send('DELETE', route)).status, 404);
    assert.equal((await owner.send('DELETE', route)).status, 200);
  });
});

describe('logos', () => {
  const cookie = () => [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const upload = async (file: Uint8Array | string) => {
    const response = await fetch(`${api.url}${designs}/logo`, {
      method: 'POST',
      headers: {
        cookie: cookie(),
        origin: api.config.apiBaseUrl,
        'content-type': 'application/octet-stream',
      },
      body: typeof file === 'string' ? file : new Uint8Array(file),
    });
    // biome-ignore lint/suspicious/noExplicitAny: whatever the answer holds
    return { status: response.status, body: (await response.json()) as any };
  };
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="45" fill="#dc2626"/><path d="M30 50h40v10H30z" fill="#ffffff"/></svg>`;

  test('SVG, PNG and JPEG stay what they are, and a code with one can be read', async () => {
    const sources = {
      svg: Buffer.from(drawing),
      png: await sharp(Buffer.from(drawing)).resize(600).png().toBuffer(),
      jpeg: await sharp(Buffer.from(drawing))
        .resize(600)
        .flatten({ background: '#ffffff' })
        .jpeg()
        .toBuffer(),
    };
    for (const [kind, file] of Object.entries(sources)) {
      const { status, body } = await upload(file);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(Object.keys(body.logo), [kind === 'svg' ? 'svg' : 'image']);
      const judged = await owner.post(`${designs}/judge`, {
        design: { error_correction: 'H', logo: { ...body.logo, share: 0.25 } },
      });
      assert.equal(judged.body.is_accepted, true, JSON.stringify(judged.body));
    }
    // As drawing programs write them: a document type, notes, colors in a style sheet or in styles.
    for (const file of [
      `<?xml version="1.0"?><!-- a > b --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg version="1.1" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style type="text/css">.st0{fill:#DC2626;}</style><title>x</title><g><path class="st0" d="M0,0h9v9H0V0z"/></g></svg>`,
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:sodipodi="http://x" viewBox="0 0 9 9"><sodipodi:namedview><sodipodi:grid a="1"/></sodipodi:namedview><path style="fill:#dc2626;stroke:none" d="M0 0h9v9H0z"/></svg>`,
    ]) {
      const { status, body } = await upload(file);
      assert.equal(status, 200, JSON.stringify(body));
      assert.match(body.logo.svg, /fill="#dc2626"/i);
    }
  });

  test('bombs, scripts and polyglot files are refused, within limited memory', async () => {
    const png = await sharp(Buffer.from(drawing)).resize(100).png().toBuffer();
    const jpeg = await sharp(Buffer.from(drawing)).resize(100).jpeg().toBuffer();
    const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`;
    const before = process.memoryUsage().rss;
    const hostile: Record<string, Uint8Array | string> = {
      'a PNG of 30,000 × 30,000': hugePng(30_000),
      'a PNG with a program behind it': Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
      'a JPEG with an archive behind it': Buffer.concat([jpeg, Buffer.from('PK\x03\x04'), randomBytes(50)]),
      'a JPEG with an archive inside': Buffer.concat([
        jpeg,
        Buffer.from('PK\x03\x04<script>'),
        Buffer.from([0xff, 0xd9]),
      ]),
      'a script between quotes': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g a=' xmlns="'/><script>alert(1)</script><g b='"'/></svg>`,
      'a picture between quotes': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g a=' xmlns="'/><image href='data:image/png;base64,${png.toString('base64')}'/><g b='"'/></svg>`,
      'filters without end': svg(
        `<filter id="f">${'<feFlood result="a"/>'.repeat(30_000)}</filter><path filter="url(#f)" d="M0 0h9v9z"/>`,
      ),
      'noise without end': svg(`<filter id="f">${'<feTurbulence/>'.repeat(2_000)}</filter>`),
      'copies of copies': svg(
        `<defs><g id="a">${'<path d="M0 0h9v9z"/>'.repeat(10)}</g><g id="b">${'<use href="#a"/>'.repeat(10)}</g></defs>`,
      ),
      'too many shapes': svg('<path d="M0 0h9v9z"/>'.repeat(2_001)),
      'shapes in shapes': svg(`${'<g>'.repeat(30)}<path d="M0 0h9"/>${'</g>'.repeat(30)}`),
      'an animation': svg('<path d="M0 0h9v9z"><animate attributeName="d"/></path>'),
      'a style from a class': svg(
        '<style>.a{fill:url(http://127.0.0.1:9/x)}</style><path class="a" d="M0 0h9v9z"/>',
      ),
      'half a PNG': png.subarray(0, png.length / 2),
      'a script': svg('<script>alert(1)</script>'),
      'a handler': svg('<path onload="alert(1)" d="M0 0h9v9z"/>'),
      'a foreign object': svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
      'a picture from outside': svg('<image href="http://127.0.0.1:9/x.png"/>'),
      'a style from outside': svg('<style>@import url(http://127.0.0.1:9/x.css)</style>'),
      'a use from outside': svg('<use href="http://127.0.0.1:9/x.svg#a"/>'),
      'a file of the server': svg('<use xlink:href="file:///etc/passwd"/>'),
      'entities without end': `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg('&b;')}`,
      'a page': '<!doctype html><html></html>',
      'a GIF that is a program': 'GIF89a=1;alert(1)',
      noise: randomBytes(4_000),
      'nothing to see': svg(''),
    };
    for (const [name, file] of Object.entries(hostile)) {
      const { status, body } = await upload(file);
      assert.equal(status, 400, `${name}: ${JSON.stringify(body)}`);
    }
    assert.equal((await upload(Buffer.alloc(3 * 1024 * 1024))).status, 413);
    assert.ok(process.memoryUsage().rss - before < 400 * 1024 * 1024);
  });
});

/** A PNG of a few kilobytes that claims to be gigabytes. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('lists, exports and other accounts', () => {
  test('the list has the filters of the API, with counts and pictures', async () => {
    const code = await make({ label: 'Zebra crossing', redirect_url: 'https://example.com/' });
    await scanLink(scan.url, code.slug);
    const { items } = (await owner.get(`${path}?q=zebra`)).body;
    assert.equal(items.length, 1);
    assert.equal(items[0].scan_count, 1);
    assert.match(items[0].file_url_svg, /\.svg$/);
    // Orders and filters by scans follow soon.
    const unscanned = async () => (await owner.get(`${path}?q=zebra&state=never_scanned`)).body.items.length;
    await until('the list knows of the scan', async () => (await unscanned()) === 0, 40_000);
    const wifi = (await owner.get(`${path}?type=wifi`)).body.items;
    assert.ok(wifi.length >= 1 && wifi.every(({ type }: { type: string }) => type === 'wifi'));
    const csv = await owner.get(`/dashboard/api/analytics/${code.qr_id}/export?rows=hours`);
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(String(csv.body), /^hour,dimension,value,scans\r\n/);
    // Half an hour off UTC, an hour belongs to two of its days.
    await owner.send('PATCH', '/dashboard/api/account', { timezone: 'Asia/Kolkata' });
    await sql`insert into scan_days (subject_id, dimension, day, value, scans, slots) values
      (${parseIdentifier('qrc', code.qr_id)}, 'total', '2026-01-01', '', 7, '{95,7}'),
      (${parseIdentifier('qrc', code.qr_id)}, 'total', '2026-01-02', '', 5, '{0,5}')`.execute(api.db);
    for (const from of ['2025-12-19', '2025-12-20', '2025-12-31']) {
      const route = `/dashboard/api/analytics/${code.qr_id}/export?rows=hours&from=${from}&until=2026-01-05`;
      const rows = String((await owner.get(route)).body)
        .trim()
        .split('\r\n');
      assert.deepEqual(rows.slice(1), ['2026-01-02 05:00,total,,12'], from);
    }
  });

  test('misconfigured limits are reported, as in the API', async () => {
    const broken = await signedIn(api, '198.51.100.99');
    const { account } = (await broken.get('/dashboard/api/me')).body;
    await sql`update accounts set limit_overrides = '{"qr_codes": "many"}'
      where account_id = ${parseIdentifier('acc', account.account_id)}`.execute(api.db);
    const { status, body } = await broken.post(path, { redirect_url: 'https://example.com/' });
    assert.deepEqual([status, body.code], [503, 'service_unavailable']);
  });

  test('a code of another account gets 404 on every route, and nothing changes', async () => {
    const code = await make({ label: 'mine', redirect_url: 'https://example.com/' });
    for (const [method, route, body] of [
      ['GET', `${path}/${code.qr_id}`],
      ['PATCH', `${path}/${code.qr_id}`, { label: 'theirs', design: null }],
      ['GET', `${path}/${code.qr_id}/image/svg`],
      ['GET', `${path}/${code.qr_id}/image/pdf`],
      ['GET', `/dashboard/api/analytics/${code.qr_id}/export`],
      ['GET', `/dashboard/api/analytics/${code.project_id}/top-codes`],
    ] as const) {
      assert.equal((await stranger.send(method, route, body)).status, 404, `${method} ${route}`);
      assert.equal(
        (await fetch(api.url + route, { method, ...(body && { body: JSON.stringify(body) }) })).status,
        401,
      );
    }
    for (const route of [path, `${designs}/judge`, `${designs}/logo`, `${designs}/templates`])
      assert.equal(
        (await owner.send('POST', route, {}, { origin: 'https://evil.example' })).status,
        403,
        route,
      );
    const project = await stranger.get(`${path}?project_id=${code.project_id}`);
    assert.equal(project.status, 404);
    assert.equal((await owner.get(`${path}/${code.qr_id}`)).body.qr_code.label, 'mine');
  });
});
