import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { setQrCodeBlocked } from '#features/qr-codes/set-qr-code-blocked.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

let api: TestApi;
let account: TestAccount;
let scan: TestScan;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  scan = await startTestScan(api, { TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'CF-IPCountry' });
});
after(async () => {
  scan.stop();
  await api.close();
});

async function makeCode(body: Record<string, unknown> = {}) {
  const code = await api.createQrCode(account, body);
  return { id: code.qr_id as string, slug: await api.publishQrCode(code.qr_id) };
}

const uuidOf = (id: string) => parseIdentifier('qrc', id) ?? '';
const patch = (id: string, body: Record<string, unknown>) =>
  api.request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body });
const countOf = async (id: string) =>
  (await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key })).body.scan_count;
const eventsOf = async (id: string) =>
  (await sql<Record<string, unknown>>`select * from scan_events where qr_id = ${uuidOf(id)}`.execute(api.db))
    .rows;
const asJson = { headers: { accept: 'application/json' } };

describe('a link', () => {
  test('redirects with 302, must not be cached, and counts (scan time 1, D41, D42, D45)', async () => {
    const { id, slug } = await makeCode({ redirect_url: 'https://example.com/menu?a=1' });
    const answer = await scanLink(scan.url, slug);
    assert.equal(answer.status, 302);
    assert.equal(answer.location, 'https://example.com/menu?a=1');
    assert.equal(answer.headers.get('cache-control'), 'no-store, private');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer-when-downgrade');
    assert.equal(await countOf(id), 1);
  });

  test('is found in upper case, as in the image, and with a query (D26)', async () => {
    const { slug } = await makeCode();
    assert.equal((await scanLink(scan.url, slug.toUpperCase())).status, 302);
    assert.equal((await scanLink(scan.url, `${slug}?utm_source=poster`)).status, 302);
  });

  test('accepts only GET and HEAD', async () => {
    const { slug } = await makeCode();
    const answer = await scanLink(scan.url, slug, { method: 'POST' });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    assert.equal(JSON.parse(answer.body).code, 'method_not_allowed');
  });

  test('doesn’t exist before the first image is ready, and exists at once afterwards', async () => {
    const made = await api.createQrCode(account);
    const { reserved_slug: slug } = await api.db
      .selectFrom('qr_codes')
      .select('reserved_slug')
      .where('qr_id', '=', uuidOf(made.qr_id))
      .executeTakeFirstOrThrow();
    assert.equal((await scanLink(scan.url, slug)).status, 404);
    await api.publishQrCode(made.qr_id);
    assert.equal((await scanLink(scan.url, slug)).status, 302);
  });
});

describe('responses without a redirect (D43, D44)', () => {
  const cases: [string, number, string, () => Promise<string>][] = [
    ['an unknown slug', 404, 'not_found', async () => 'qr-000000000000'],
    ['something that is no slug', 404, 'not_found', async () => 'favicon.ico'],
    [
      'an archived code',
      404,
      'not_found',
      async () => {
        const { id, slug } = await makeCode();
        await patch(id, { status: 'archived' });
        return slug;
      },
    ],
    [
      'a code in an archived project (scan time 4, D40)',
      404,
      'not_found',
      async () => {
        const { body } = await api.request('POST', '/v1/projects', { key: account.key, body: { name: 'P' } });
        const { slug } = await makeCode({ project_id: body.project_id });
        await setProjectArchived(api.db, parseIdentifier('prj', body.project_id) ?? '', true);
        return slug;
      },
    ],
    [
      'a blocked code',
      403,
      'blocked',
      async () => {
        const { id, slug } = await makeCode();
        await setQrCodeBlocked(api.db, uuidOf(id), true);
        return slug;
      },
    ],
    [
      'an expired code (scan time 2)',
      410,
      'expired',
      async () => (await makeCode({ expires_at: '2020-01-01T00:00:00Z' })).slug,
    ],
    [
      'a code at its limit (scan time 3)',
      410,
      'scan_limit_reached',
      async () => {
        const { slug } = await makeCode({ scan_limit: 1 });
        assert.equal((await scanLink(scan.url, slug)).status, 302);
        return slug;
      },
    ],
  ];
  for (const [name, status, code, prepare] of cases) {
    test(`${name}: ${status}, a page for a browser, the envelope for JSON, no body for HEAD`, async () => {
      const slug = await prepare();
      const page = await scanLink(scan.url, slug, { headers: { accept: 'text/html,*/*;q=0.8' } });
      assert.equal(page.status, status);
      assert.match(page.headers.get('content-type') ?? '', /text\/html/);
      assert.match(page.body, /<h1>/);
      assert.equal(page.headers.get('cache-control'), 'no-store, private');
      const json = await scanLink(scan.url, slug, asJson);
      assert.equal(json.status, status);
      const envelope = JSON.parse(json.body);
      assert.deepEqual([envelope.ok, envelope.code, envelope.version], [false, code, '2025-11-14-v1']);
      assert.equal(json.headers.get('x-request-id'), envelope.request_id);
      const head = await scanLink(scan.url, slug, { method: 'HEAD' });
      assert.deepEqual([head.status, head.body], [status, '']);
    });
  }

  test('archived has priority over blocked, blocked over expired, expired over the limit', async () => {
    const { id, slug } = await makeCode({ scan_limit: 1 });
    await scanLink(scan.url, slug);
    assert.equal(JSON.parse((await scanLink(scan.url, slug, asJson)).body).code, 'scan_limit_reached');
    await patch(id, { expires_at: '2020-01-01T00:00:00Z' });
    assert.equal(JSON.parse((await scanLink(scan.url, slug, asJson)).body).code, 'expired');
    await setQrCodeBlocked(api.db, uuidOf(id), true);
    assert.equal(JSON.parse((await scanLink(scan.url, slug, asJson)).body).code, 'blocked');
    await patch(id, { status: 'archived' });
    assert.equal(JSON.parse((await scanLink(scan.url, slug, asJson)).body).code, 'not_found');
  });

  test('pages run nothing, load nothing, and use the language of the visitor', async () => {
    const titles = new Set<string>();
    for (const language of ['en-GB', 'de-AT,de;q=0.9,en;q=0.5', 'fr', 'es-MX', 'pt-BR', 'ja', 'zh-CN']) {
      const page = await scanLink(scan.url, 'qr-000000000000', { headers: { 'accept-language': language } });
      assert.match(page.body, new RegExp(`<html lang="${language.slice(0, 2)}" dir=`));
      assert.match(
        page.headers.get('content-security-policy') ?? '',
        /^default-src 'none'; style-src 'sha256-/,
      );
      const ownReport = /href="http:\/\/localhost[^"]*\/report\?code=qr-000000000000"/;
      assert.match(page.body, ownReport);
      assert.doesNotMatch(page.body.replace(ownReport, ''), /<script|https?:\/\/|<img|<link|\son\w+=/);
      titles.add(/<h1>(.*)<\/h1>/.exec(page.body)?.[1] ?? '');
    }
    assert.equal(titles.size, 7);
    const other = await scanLink(scan.url, 'qr-000000000000', {
      headers: { 'accept-language': 'xx, fil;q=0.9, fi;q=0.8' },
    });
    assert.match(other.body, /<html lang="en" dir="ltr">/);
  });
});

describe('a text (D16)', () => {
  const text = 'Hello <b>world</b> & "friends"\nsecond line 日本語';
  test('is a page for browsers and plain text on request; it counts, expires and has rules like every code', async () => {
    const { id, slug } = await makeCode({ type: 'text', text, redirect_url: undefined, scan_limit: 3 });
    const page = await scanLink(scan.url, slug, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200);
    assert.match(page.body, /Hello &#60;b&#62;world/);
    assert.doesNotMatch(page.body, /<b>/);
    const plain = await scanLink(scan.url, slug, { headers: { accept: 'text/plain' } });
    assert.equal(plain.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(plain.body, text);
    assert.equal(await countOf(id), 2);
    const head = await scanLink(scan.url, slug, { method: 'HEAD' });
    assert.deepEqual([head.status, head.body], [200, '']);
    await patch(id, {
      redirect_rules: [{ condition: 'device', value: 'ios', url: 'https://example.com/ios' }],
    });
    const phone = await scanLink(scan.url, slug, { headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } });
    assert.equal(phone.location, 'https://example.com/ios');
    assert.equal((await scanLink(scan.url, slug)).status, 410);
  });
});

const previews = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (compatible; Twitterbot/1.0)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'WhatsApp/2.23.20.0 A',
  'TelegramBot (like TwitterBot)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
  'Mozilla/5.0 (Windows NT 6.1) SkypeUriPreview Preview/0.5',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  'Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat)',
  'facebookexternalhit/1.1;kakaotalk-scrap/1.0; +https://devtalk.kakao.com/',
];
const uncounted: { method?: string; headers?: Record<string, string> }[] = [
  { method: 'HEAD' },
  { headers: { 'sec-purpose': 'prefetch;prerender' } },
  { headers: { purpose: 'prefetch' } },
  ...previews.map((agent) => ({ headers: { 'user-agent': agent } })),
];

describe('what counts as a scan (D45)', () => {
  test(`HEAD, prefetches and ${previews.length} named preview agents are redirected and leave no event`, async () => {
    const { id, slug } = await makeCode();
    for (const options of uncounted) {
      const answer = await scanLink(scan.url, slug, options);
      assert.deepEqual(
        [answer.status, answer.location],
        [302, 'https://example.com/'],
        JSON.stringify(options),
      );
    }
    assert.equal(await countOf(id), 0);
    assert.deepEqual(await eventsOf(id), []);
  });

  test('of a code with a limit they don’t learn the destination, and use up nothing (D70)', async () => {
    const { id, slug } = await makeCode({
      scan_limit: 1,
      redirect_rules: [{ condition: 'device', value: 'ios', url: 'https://example.com/secret' }],
    });
    for (const options of uncounted) {
      const answer = await scanLink(scan.url, slug, options);
      assert.equal(answer.status, 200, JSON.stringify(options));
      assert.equal(answer.location, null);
      assert.doesNotMatch(answer.body + JSON.stringify([...answer.headers]), /example\.com/);
      if (options.method !== 'HEAD') assert.match(answer.body, /limited number of times/);
    }
    assert.equal(await countOf(id), 0);
    assert.deepEqual(await eventsOf(id), []);
    assert.equal((await scanLink(scan.url, slug)).status, 302);
    for (const options of uncounted) assert.equal((await scanLink(scan.url, slug, options)).status, 410);
  });

  test('a command-line client and an unknown agent count; a refusal doesn’t', async () => {
    const { id, slug } = await makeCode({ scan_limit: 2 });
    for (const agent of ['curl/8.5.0', 'Googlebot/2.1']) {
      assert.equal((await scanLink(scan.url, slug, { headers: { 'user-agent': agent } })).status, 302);
    }
    assert.equal((await scanLink(scan.url, slug)).status, 410);
    assert.equal(await countOf(id), 2);
  });

  test('without analytics the scan counts, but no event is stored (D58)', async () => {
    const { id, slug } = await makeCode();
    await sql`update qr_codes set analytics_enabled = false where qr_id = ${uuidOf(id)}`.execute(api.db);
    assert.equal((await scanLink(scan.url, slug)).status, 302);
    assert.equal(await countOf(id), 1);
    assert.deepEqual(await eventsOf(id), []);
  });
});

describe('rules (D48, D49)', () => {
  const agents = {
    ios: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
      'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X)',
      'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0)',
    ],
    android: [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    ],
    desktop: [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0',
      'curl/8.5.0',
      '',
    ],
  };

  test('the first match wins; without a match it is redirect_url (scan time 1)', async () => {
    const rule = (condition: string, value: string, more: object = {}) => ({
      condition,
      value,
      ...more,
      url: `https://example.com/${condition}-${value}${'value2' in more ? '-both' : ''}`,
    });
    const { slug } = await makeCode({
      redirect_rules: [
        rule('device', 'ios', { condition2: 'country', value2: 'DE' }),
        rule('country', 'DE'),
        rule('device', 'ios'),
        rule('device', 'android'),
      ],
    });
    const ask = async (agent: string, country: string) =>
      (await scanLink(scan.url, slug, { headers: { 'user-agent': agent, 'cf-ipcountry': country } }))
        .location;
    for (const agent of agents.ios) {
      assert.equal(await ask(agent, 'DE'), 'https://example.com/device-ios-both');
      assert.equal(await ask(agent, 'FR'), 'https://example.com/device-ios');
    }
    for (const agent of agents.android) {
      assert.equal(await ask(agent, 'de'), 'https://example.com/country-DE');
      assert.equal(await ask(agent, 'FR'), 'https://example.com/device-android');
    }
    for (const agent of agents.desktop) assert.equal(await ask(agent, 'FR'), 'https://example.com/');
  });

  test('client hints give the platform if the user agent is reduced', async () => {
    const { slug } = await makeCode({
      redirect_rules: [{ condition: 'device', value: 'android', url: 'https://example.com/a' }],
    });
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)', 'sec-ch-ua-platform': '"Android"' };
    assert.equal((await scanLink(scan.url, slug, { headers })).location, 'https://example.com/a');
  });

  test('the country comes from the address that a trusted proxy reports, with the local file', async () => {
    const { id, slug } = await makeCode({
      redirect_rules: [{ condition: 'country', value: 'US', url: 'https://example.com/us' }],
    });
    const from = (address: string) => scanLink(scan.url, slug, { headers: { 'x-forwarded-for': address } });
    assert.equal((await from('8.8.8.8')).location, 'https://example.com/us');
    assert.equal((await from('2601::1')).location, 'https://example.com/us');
    // The client's own claim is left of what our proxy saw.
    assert.equal((await from('8.8.8.8, 193.0.6.139')).location, 'https://example.com/');
    assert.equal((await from('not an address')).location, 'https://example.com/');
    assert.deepEqual(
      (await eventsOf(id)).map(({ country }) => country),
      ['US', 'US', 'NL', null],
    );
  });

  test('from an untrusted peer, forwarded addresses and countries are ignored', async () => {
    const untrusting = await startTestScan(api, {
      COUNTRY_HEADER: 'CF-IPCountry',
      TRUSTED_PROXIES: '10.0.0.0/8',
    });
    const { id, slug } = await makeCode({
      redirect_rules: [{ condition: 'country', value: 'US', url: 'https://example.com/us' }],
    });
    const headers = { 'x-forwarded-for': '8.8.8.8', 'cf-ipcountry': 'US', 'x-real-ip': '8.8.8.8' };
    const answer = await scanLink(untrusting.url, slug, { headers });
    untrusting.stop();
    assert.equal(answer.location, 'https://example.com/');
    assert.equal((await eventsOf(id))[0]?.['country'], null);
  });
});

describe('an event', () => {
  test('has country, device, browser, system and referrer host; a visitor is the same for a day, and no address is stored', async () => {
    const { id, slug } = await makeCode();
    const agent =
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
    const headers = {
      'user-agent': agent,
      'x-forwarded-for': '193.0.6.139',
      referer: 'https://news.example.org/story?id=7',
    };
    await scanLink(scan.url, slug, { headers });
    await scanLink(scan.url, slug, { headers });
    await scanLink(scan.url, slug, { headers: { ...headers, 'x-forwarded-for': '193.0.6.140' } });
    const events = await eventsOf(id);
    const [first, second, other] = events;
    assert.ok(first && second && other);
    assert.deepEqual(
      [first['country'], first['device'], first['browser'], first['system'], first['referrer_host']],
      ['NL', 'android', 'Chrome', 'Android', 'news.example.org'],
    );
    assert.equal(first['visitor'], second['visitor']);
    assert.notEqual(first['visitor'], other['visitor']);
    const stored = await sql<{ row: string }>`select row_to_json(b)::text as row from scan_batches b`.execute(
      api.db,
    );
    assert.ok(stored.rows.every(({ row }) => !row.includes('193.0.6')));
  });
});
