import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import sharp from 'sharp';
import { parseIdentifier } from '#core/identifier.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { signedIn } from '../support/data/signed-in.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { runWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const root = '/dashboard/api';
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const fallback = 'https://fallback.example/open';
let api: TestApi;
let scan: TestScan;
let owner: BrowserSession;
let projectId: string;

before(async () => {
  api = await startTestApi();
  owner = await signedIn(api, '198.51.100.41');
  await owner.get(`${root}/me`);
  await setPlan('agency');
  projectId = (await owner.get(`${root}/projects`)).body.items[0].project_id;
  scan = await startTestScan(api);
});
after(async () => {
  scan.stop();
  await api.close();
});

const setPlan = async (plan: string) => {
  await api.db.updateTable('accounts').set({ plan }).execute();
};

async function make(body: Record<string, unknown>) {
  const made = await owner.send('POST', `${root}/qr-codes`, { label: 'Code', ...body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return { id: made.body.qr_id as string, slug: await api.publishQrCode(made.body.qr_id) };
}

const change = (id: string, body: Record<string, unknown>) =>
  owner.send('PATCH', `${root}/qr-codes/${id}`, body);
const setPage = (body: Record<string, unknown>) =>
  owner.send('PATCH', `${root}/projects/${projectId}/page`, body);
const open = (slug: string, headers: Record<string, string> = {}) =>
  scanLink(scan.url, slug, { headers: { ...browser, ...headers } });
const countOf = async (id: string) => (await owner.get(`${root}/qr-codes/${id}`)).body.qr_code.scan_count;

describe('the page of a code that has ended (D80)', () => {
  const site = { type: 'url', redirect_url: 'https://example.com/' };
  const ended: [string, number, () => Promise<string>][] = [
    ['expired', 410, async () => (await make({ ...site, expires_at: '2020-01-01T00:00:00Z' })).slug],
    [
      'used-up',
      410,
      async () => {
        const { slug } = await make({ ...site, scan_limit: 1 });
        assert.equal((await open(slug)).status, 302);
        return slug;
      },
    ],
    [
      'archived',
      404,
      async () => {
        const { id, slug } = await make(site);
        await change(id, { status: 'archived' });
        return slug;
      },
    ],
  ];
  for (const [name, status, prepare] of ended)
    test(`${name === 'used-up' ? 'a' : 'an'} ${name} code offers the fallback address as its main button, and the status stays ${status}`, async () => {
      const slug = await prepare();
      await setPage({ fallback_url: null });
      assert.doesNotMatch((await open(slug)).body, /class="main"/);
      const set = await setPage({ fallback_url: fallback });
      assert.equal(set.status, 200, JSON.stringify(set.body));
      const page = await open(slug);
      assert.equal(page.status, status);
      assert.match(
        page.body,
        /<a class="main" href="https:\/\/fallback\.example\/open"[^>]*>Continue to the website/,
      );
      const json = await scanLink(scan.url, slug, { headers: { accept: 'application/json' } });
      assert.equal(json.status, status);
      assert.doesNotMatch(json.body, /fallback\.example/);
    });

  test('a blocked code, an unknown link and a code of an archived project offer nothing', async () => {
    const { id, slug } = await make(site);
    await sql`update qr_codes set status = 'blocked', blocked_by = 'operator' where qr_id = ${parseIdentifier('qrc', id)}`.execute(
      api.db,
    );
    assert.doesNotMatch((await open(slug)).body, /fallback\.example/);
    assert.doesNotMatch((await open('qr-000000000000')).body, /fallback\.example/);
    const project = (await owner.send('POST', `${root}/projects`, { name: 'Old' })).body.project.project_id;
    const other = await make({ ...site, project_id: project });
    await owner.send('PATCH', `${root}/projects/${project}/page`, { fallback_url: `${fallback}?old` });
    await setProjectArchived(api.db, parseIdentifier('prj', project) ?? '', true);
    assert.doesNotMatch((await open(other.slug)).body, /fallback\.example/);
  });

  test('a harmful address is refused, and one that turns harmful is no longer offered', async () => {
    const refused = await setPage({ fallback_url: 'javascript:alert(1)' });
    assert.equal(refused.status, 400);
    const database = { DATABASE_URL: api.config.databaseDirectUrl };
    await setPage({ fallback_url: fallback });
    const { slug } = await make({ ...site, expires_at: '2020-01-01T00:00:00Z' });
    assert.match((await open(slug)).body, /fallback\.example/);
    const blocked = await runWaypost(
      ['safety', 'block', 'fallback.example', '--reason', 'phishing'],
      database,
    );
    assert.equal(blocked.code, 0, blocked.stderr);
    const again = await setPage({ fallback_url: `${fallback}?again` });
    assert.equal(again.body.code, 'unsafe_url');
    await sql`update destinations set verdict = 'unsafe' where url = ${fallback}`.execute(api.db);
    assert.doesNotMatch((await open(slug)).body, /fallback\.example/);
    assert.equal(
      (await owner.get(`${root}/projects/${projectId}/page`)).body.page.is_fallback_offered,
      false,
    );
    await runWaypost(['safety', 'remove', 'fallback.example'], database);
  });

  test('its destination is not forgotten while a project offers it, even by an older release', async () => {
    await sql`delete from destinations where url = ${fallback}`.execute(api.db);
    const { rows } = await sql`select from destinations where url = ${fallback}`.execute(api.db);
    assert.equal(rows.length, 1);
    await setPage({ fallback_url: null });
    await sql`delete from destinations where url = ${fallback}`.execute(api.db);
    const { rows: left } = await sql`select from destinations where url = ${fallback}`.execute(api.db);
    assert.equal(left.length, 0);
  });
});

describe('the look of the owner', () => {
  test('name, color and logo are on the pages at once, and need a plan that includes them', async () => {
    const { slug } = await make({ type: 'text', content: { text: 'Table 4' } });
    assert.doesNotMatch((await open(slug)).body, /class="brand"/);
    await setPage({ display_name: 'Café <Aurora>', color: '#FFEE00' });
    const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c33' } })
      .jpeg()
      .toBuffer();
    const upload = await owner.send('POST', `${root}/projects/${projectId}/page/logo`, photo);
    assert.equal(upload.status, 200, JSON.stringify(upload.body));
    const page = await open(slug);
    assert.match(page.body, /Café &#60;Aurora&#62;/);
    assert.match(page.body, /:root\{--brand:#ffee00;--on-brand:#000\}/);
    const logo = /src="data:image\/png;base64,([^"]+)"/.exec(page.body)?.[1] ?? '';
    const { width, height } = await sharp(Buffer.from(logo, 'base64')).metadata();
    assert.deepEqual([width, height], [432, 144]);
    assert.match(page.headers.get('content-security-policy') ?? '', /img-src data:;/);
    await setPlan('free');
    try {
      assert.equal((await setPage({ display_name: 'Other' })).body.code, 'feature_disabled');
      // Print outlives plans: what is set stays, and can be removed.
      assert.match((await open(slug)).body, /Aurora/);
      assert.equal((await setPage({ display_name: null, color: null })).status, 200);
      assert.equal((await owner.send('DELETE', `${root}/projects/${projectId}/page/logo`)).status, 200);
    } finally {
      await setPlan('agency');
    }
    assert.doesNotMatch((await open(slug)).body, /class="brand"/);
  });

  test('a logo that is no picture is refused', async () => {
    const bad = await owner.send(
      'POST',
      `${root}/projects/${projectId}/page/logo`,
      Buffer.from('no picture'),
    );
    assert.equal(bad.status, 400);
  });
});

describe('a contact', () => {
  const content = {
    first_name: 'Ada',
    last_name: 'Love <b>',
    organization: 'Analytical & Co',
    phone: '+49 (0)30 1234567',
    email: 'ada@example.com',
    website: 'https://ada.example/',
    street: 'Main 1',
    city: 'Berlin',
    note: 'Ask for 030 7654321',
  };

  test('is a page for browsers and a vCard for everything else; its file is saved without counting again', async () => {
    const { id, slug } = await make({ type: 'vcard', content, scan_limit: 2 });
    const page = await open(slug);
    assert.equal(page.status, 200);
    for (const expected of [
      '<h1 dir="auto">Ada Love &#60;b&#62;</h1>',
      'href="tel:+49301234567"',
      'href="mailto:ada@example.com"',
      'href="https://ada.example/"',
      'query=Main%201%2C%20Berlin',
      'href="tel:0307654321"',
    ])
      assert.ok(page.body.includes(expected), expected);
    assert.equal(await countOf(id), 1);
    const file = /href="(\/qr-[^"]+\?file=[^"]+)"/.exec(page.body)?.[1] ?? '';
    const saved = await scanLink(scan.url, file.slice(1), { headers: browser });
    assert.match(saved.headers.get('content-type') ?? '', /^text\/vcard/);
    assert.match(saved.body, /^BEGIN:VCARD/);
    assert.equal(await countOf(id), 1);
    const program = await scanLink(scan.url, slug);
    assert.match(program.body, /^BEGIN:VCARD/);
    assert.equal((await open(slug)).status, 410);
    // Who has the page can save the contact, although the limit is reached.
    assert.equal((await scanLink(scan.url, file.slice(1))).status, 200);
  });

  test('a ticket of another code, a changed one or none gives no file without a scan', async () => {
    const one = await make({ type: 'vcard', content, scan_limit: 1 });
    const other = await make({ type: 'vcard', content });
    const ticket = /\?file=([^"]+)"/.exec((await open(other.slug)).body)?.[1] ?? '';
    for (const forged of [ticket, `zzzzzz.${ticket.split('.')[1]}`, 'x'])
      assert.match(
        (await open(`${one.slug}?file=${forged}`)).headers.get('content-type') ?? '',
        /text\/html/,
      );
    assert.equal(await countOf(one.id), 1);
  });

  test('a blocked or archived contact gives no file, even with a ticket', async () => {
    const { id, slug } = await make({ type: 'vcard', content });
    const file = /href="\/(qr-[^"]+\?file=[^"]+)"/.exec((await open(slug)).body)?.[1] ?? '';
    await change(id, { status: 'archived' });
    assert.equal((await scanLink(scan.url, file)).status, 404);
  });
});

test('an event is a page with its time in the zone of the owner, its place, and a calendar file', async () => {
  await api.db.updateTable('accounts').set({ time_zone: 'Europe/Berlin' }).execute();
  const { slug } = await make({
    type: 'event',
    content: {
      title: 'Opening',
      start: '2027-01-31T18:00:00Z',
      end: '2027-01-31T21:00:00Z',
      location: 'Hall 3',
    },
  });
  const page = await open(slug, { 'accept-language': 'en-US' });
  assert.match(page.body, /January 31, 2027/);
  assert.match(page.body, /7:00/);
  assert.match(page.body, /query=Hall%203/);
  const file = /href="\/(qr-[^"]+\?file=[^"]+)"[^>]*>Add to calendar/.exec(page.body)?.[1] ?? '';
  const saved = await scanLink(scan.url, file);
  assert.match(saved.headers.get('content-type') ?? '', /^text\/calendar/);
  assert.match(saved.body, /DTSTART:20270131T180000Z/);
  const german = await open(slug, { 'accept-language': 'de' });
  assert.match(german.body, /31\. Januar 2027/);
});

test('telephone numbers and email addresses in a text can be tapped; web addresses, which nobody checks, can’t', async () => {
  const { slug } = await make({
    type: 'text',
    content: { text: 'Call 030 1234567 or write to a@example.com, see https://example.com/' },
  });
  const { body } = await open(slug);
  assert.match(body, /<a href="tel:0301234567">030 1234567<\/a>/);
  assert.match(body, /<a href="mailto:a@example\.com">/);
  assert.doesNotMatch(body, /href="https?:\/\/example/);
});

describe('languages', () => {
  const languages = 'ar cs da de en es fr he hi it ja ko nl pl pt ru sv tr uk zh'.split(' ');
  test(`${languages.length} languages have their own words, and Arabic and Hebrew run from right to left`, async () => {
    const { slug } = await make({
      type: 'url',
      redirect_url: 'https://example.com/',
      expires_at: '2020-01-01T00:00:00Z',
    });
    const titles = new Set<string>();
    for (const language of languages) {
      const { body, headers } = await open(slug, { 'accept-language': `${language}-XX,en;q=0.5` });
      const direction = ['ar', 'he'].includes(language) ? 'rtl' : 'ltr';
      assert.ok(body.includes(`<html lang="${language}" dir="${direction}">`), language);
      assert.equal(headers.get('content-language'), language);
      titles.add(/<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? '');
    }
    assert.equal(titles.size, languages.length);
  });
});

test('without a slug, our own host shows a page, or redirects to the site of the operator', async () => {
  const page = await scanLink(scan.url, '', { headers: browser });
  assert.equal(page.status, 200);
  assert.match(page.body, /This address is for short links/);
  const home = 'https://operator.example/';
  const other = await startTestScan(api, { HOME_URL: home });
  try {
    const led = await scanLink(other.url, '', { headers: browser });
    assert.deepEqual([led.status, led.location], [302, home]);
  } finally {
    other.stop();
  }
});
