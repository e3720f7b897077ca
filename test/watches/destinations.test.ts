import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { changeSafetyRule } from '#features/url-safety/operator/change-safety-rule.ts';
import { parseRuleTarget } from '#features/url-safety/operator/rule-target.ts';
import { createWatchTasks } from '#main/watch-tasks.ts';
import { Secrets } from '#platform/secrets.ts';
import { readMails } from '../support/data/read-mails.ts';
import { until } from '../support/measure/until.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { noLedgers } from '../support/scratch/test-ledger.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';
import { WatchedWeb } from './watched-web.ts';

const dayMs = 86_400_000;
const address = '11.11.11.12';
let web: WatchedWeb;
let api: TestApi;
let scan: TestScan;
let account: TestAccount;
let tasks: ReturnType<typeof createWatchTasks>;
/** How many days have passed. */
let days = 0;
const clock = { nowMs: () => Date.now() + days * dayMs, monotonicMs: () => performance.now() };

before(async () => {
  web = await WatchedWeb.start(address);
  const environment = { DNS_SERVERS: web.dns.address, RDAP_LIST: 'http://rdap.test/dns.json' };
  api = await startTestApi({ environment });
  scan = await startTestScan(api);
  account = await api.createAccount();
  const secrets = new Secrets(api.config.secretKeys);
  tasks = createWatchTasks(quietProcess(api.config, clock), { db: api.db, ledgers: noLedgers, secrets });
});
after(async () => {
  scan.stop();
  await api.close();
  web.close();
});

const send = (method: string, path: string, body?: unknown) =>
  api.request(method, path, { key: account.key, ...(body !== undefined && { body }) });

/** A code that leads to this address and is watched. */
async function watched(url: string, watch: Record<string, unknown> = {}): Promise<string> {
  const { qr_id: id } = await api.createQrCode(account, { redirect_url: url });
  const { status, body } = await send('PUT', `/v2/qr-codes/${id}/watch`, { destination: true, ...watch });
  assert.equal(status, 200, JSON.stringify(body));
  return id;
}

async function watchOf(id: string): Promise<Record<string, any>> {
  return (await send('GET', `/v2/qr-codes/${id}/watch`)).body;
}

/** What the worker does until nothing is due any more. */
async function check(): Promise<void> {
  await tasks['check-destinations'](AbortSignal.timeout(60_000));
}

async function nextDay(): Promise<void> {
  days += 1;
  await check();
}

async function redirectOf(id: string): Promise<string> {
  return (await send('GET', `/v1/qr-codes/${id}`)).body.redirect_url;
}

const mailsWith = (words: RegExp) => readMails(api, words);

async function eventsOf(id: string, type: string): Promise<any[]> {
  return (await send('GET', `/v2/events?qr_id=${id}&type=${type}`)).body.items;
}

describe('a watched destination', () => {
  test('shows when its domain ends, and mails its people a month before, once', async () => {
    const ends = new Date(clock.nowMs() + 25 * dayMs).toISOString();
    web.site('ending.test', 200);
    web.site('rdap.test', ({ url }, response) => {
      const found = {
        '/dns.json': { services: [[['test'], ['http://rdap.test/v1/']]] },
        '/v1/domain/ending.test': { events: [{ eventAction: 'expiration', eventDate: ends }] },
      }[url ?? ''];
      response.writeHead(found === undefined ? 404 : 200).end(JSON.stringify(found ?? {}));
    });
    const id = await watched('http://ending.test/');
    await check();
    for (let turn = 0; turn < 2; turn++) {
      await tasks['check-domain-expiries'](AbortSignal.timeout(60_000));
      days += 1;
    }
    const [found] = (await watchOf(id))['destinations'];
    assert.deepEqual([found.domain, found.domain_expires_at], ['ending.test', ends]);
    assert.equal(
      (await mailsWith(new RegExp(`ending\\.test ends on ${ends.slice(0, 10)}[^]*${id}`))).length,
      1,
    );
  });

  test('that works is asked once a day, by a program that says its name', async () => {
    web.site('works.test', 200);
    const id = await watched('http://works.test/menu?a=1');
    await check();
    await check();
    const { destinations, failing_since: failing } = await watchOf(id);
    assert.deepEqual(
      [failing, destinations[0].state, destinations[0].status, destinations[0].failures],
      [null, 'works', 200, 0],
    );
    assert.deepEqual(
      web.of('works.test').map(({ path }) => path),
      ['/robots.txt', '/menu?a=1'],
    );
    assert.match(web.requests[0]?.agent ?? '', /^Waypost-Watch\/1 \(\+http.*\/docs\/guide\/watches\)$/);
    await nextDay();
    assert.equal(web.of('works.test').filter(({ path }) => path !== '/robots.txt').length, 2);
  });

  describe('that fails three days in a row', () => {
    const standby = 'https://example.com/closed';
    const hosts = ['broken', 'menu', 'old', 'ends', 'fails', 'kept', 'apex'];
    const ids: Record<string, string> = {};
    const url = (host: string) => `http://${host}.test/`;
    const idOf = (host: string) => ids[host] ?? assert.fail(host);
    let slug = '';
    before(async () => {
      for (const host of hosts) {
        web.site(`${host}.test`, 503);
        const watch =
          host === 'broken' ? {} : { standby_url: host === 'fails' ? 'https://bad.example/' : standby };
        ids[host] = await watched(url(host), watch);
      }
      web.site('apex.test', (_, response) => response.writeHead(301, { location: url('www.apex') }).end());
      web.site('www.apex.test', 503, 503);
      // Many codes at one host are one mail.
      await watched(url('broken').concat('other'));
      slug = await api.publishQrCode(idOf('menu'));
      await changeSafetyRule(api.db, parseRuleTarget('bad.example'), { action: 'block', reason: '' });
      await check();
      assert.equal((await watchOf(idOf('broken')))['destinations'][0].state, 'troubled');
      await nextDay();
      assert.deepEqual(await mailsWith(/does not work/), []);
      await nextDay();
      for (const host of ['menu', 'old', 'ends', 'kept', 'apex'])
        await until('the stand-by address is used', async () => (await redirectOf(idOf(host))) === standby);
    });

    test('shows on the code, is an event, and mails its people once', async () => {
      const { destinations, failing_since: since } = await watchOf(idOf('broken'));
      assert.deepEqual(
        [destinations[0].state, destinations[0].problem, destinations[0].status, destinations[0].failures],
        ['failing', 'status', 503, 3],
      );
      assert.ok(since !== null);
      assert.deepEqual((await mailsWith(/broken\.test does not work/)).length, 1);
      const [event, ...more] = await eventsOf(idOf('broken'), 'qr.destination_failing');
      assert.deepEqual(more, []);
      assert.deepEqual(event?.data.alarm, {
        url: url('broken'),
        problem: 'status',
        status: 503,
        failures: 3,
      });
      assert.equal(event?.data.qr_code.qr_id, idOf('broken'));
    });

    test('is replaced by the stand-by address, and comes back by itself; the history shows both', async () => {
      const id = idOf('menu');
      assert.equal((await scanLink(scan.url, slug)).location, standby);
      const used = await watchOf(id);
      assert.deepEqual([used['is_standby_used'], used['replaced_url']], [true, url('menu')]);
      for (const host of ['menu', 'broken']) web.site(`${host}.test`, 200);
      await nextDay();
      await until('it is back', async () => (await redirectOf(id)) === url('menu'));
      assert.equal((await scanLink(scan.url, slug)).location, url('menu'));
      const { body } = await send('GET', `/v2/qr-codes/${id}/history`);
      const urls = body.items.flatMap(({ via, changes }: any) =>
        changes.flatMap(({ field, after: to }: any) =>
          field === 'redirect_url' && via === 'schedule' ? [to] : [],
        ),
      );
      assert.deepEqual(urls, [url('menu'), standby]);
      await until('nothing is replaced any more', async () => (await watchOf(id))['replaced_url'] === null);
      assert.equal((await watchOf(idOf('broken')))['failing_since'], null);
      assert.equal((await mailsWith(/broken\.test works again/)).length, 1);
      assert.equal((await mailsWith(/broken\.test does not work/)).length, 1);
    });

    test('does not come back if its owner has chosen another one meanwhile', async () => {
      const id = idOf('old');
      web.site('new.test', 200);
      assert.equal((await send('PATCH', `/v1/qr-codes/${id}`, { redirect_url: url('new') })).status, 200);
      web.site('old.test', 200);
      await nextDay();
      const { failing_since: failing, replaced_url: replaced, destinations } = await watchOf(id);
      assert.deepEqual([failing, replaced], [null, null]);
      assert.deepEqual(
        destinations.map(({ url: to, state }: any) => [to, state]),
        [[url('new'), 'works']],
      );
      assert.equal(await redirectOf(id), url('new'));
    });

    test('does not get the stand-by address again after its owner has undone that', async () => {
      const id = idOf('kept');
      const { body } = await send('GET', `/v2/qr-codes/${id}/history`);
      const undone = await send('POST', `/v2/qr-codes/${id}/revert`, { change_id: body.items[0].change_id });
      assert.equal(undone.status, 200, JSON.stringify(undone.body));
      await nextDay();
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      assert.equal(await redirectOf(id), url('kept'));
      // Another one is worth a try.
      await send('PUT', `/v2/qr-codes/${id}/watch`, { destination: true, standby_url: `${standby}/2` });
      await until('the other one is used', async () => (await redirectOf(id)) === `${standby}/2`);
      assert.equal((await mailsWith(/kept\.test does not work/)).length, 1);
    });

    test('may be the one that a redirect leads to', async () => {
      const [found] = (await watchOf(idOf('apex')))['destinations'];
      assert.deepEqual([found.state, found.problem, found.status], ['failing', 'status', 503]);
    });

    test('stays replaced, with the reason, if it is unsafe by the time the watch is to end', async () => {
      await changeSafetyRule(api.db, parseRuleTarget('apex.test'), { action: 'block', reason: '' });
      const { status, body } = await send('DELETE', `/v2/qr-codes/${idOf('apex')}/watch`);
      assert.deepEqual([status, body.code], [422, 'unsafe_url']);
      assert.equal(await redirectOf(idOf('apex')), standby);
      assert.equal((await watchOf(idOf('apex')))['is_standby_used'], true);
    });

    test('comes back when the watch ends', async () => {
      const id = idOf('ends');
      assert.equal((await send('DELETE', `/v2/qr-codes/${id}/watch`)).status, 200);
      await until('it is back', async () => (await redirectOf(id)) === url('ends'));
      assert.equal((await send('GET', `/v2/qr-codes/${id}/watch`)).status, 404);
    });

    test('stays if the stand-by address is unsafe by then: the change is refused and mailed', async () => {
      await until(
        'a refusal',
        async () => (await mailsWith(/planned change was refused[^]*Stand-by/)).length > 0,
      );
      assert.equal(await redirectOf(idOf('fails')), url('fails'));
    });
  });

  test('that was checked late is checked as much later on the next day, not a day later', async () => {
    web.site('late.test', 200);
    await watched('http://late.test/');
    await check();
    await sql`update watched_urls set checked_at = checked_at + interval '1 hour' where host = 'late.test'`.execute(
      api.db,
    );
    const pages = () => web.of('late.test').filter(({ path }) => path === '/').length;
    await nextDay();
    assert.equal(pages(), 1);
    days += 1 / 24;
    await check();
    assert.equal(pages(), 2);
  });

  test('is not asked where robots.txt forbids it, and counts neither as working nor as failing', async () => {
    web.site('private.test', 200, 'User-agent: *\nDisallow: /menu');
    const id = await watched('http://private.test/menu');
    await check();
    assert.equal((await watchOf(id))['destinations'][0].state, 'forbidden');
    assert.deepEqual(
      web.of('private.test').map(({ path }) => path),
      ['/robots.txt'],
    );
  });

  test('redirects are followed within a domain only; the other host is named and not asked', async () => {
    web.site('shop.test', (_, response) =>
      response.writeHead(302, { location: 'http://www.shop.test/x' }).end(),
    );
    web.site('www.shop.test', (_, response) =>
      response.writeHead(301, { location: 'http://other.test/' }).end(),
    );
    web.site('other.test', 200);
    const id = await watched('http://shop.test/');
    await check();
    const [found] = (await watchOf(id))['destinations'];
    assert.deepEqual([found.state, found.redirect_host], ['works', 'other.test']);
    assert.deepEqual(web.of('other.test'), []);
  });

  test('with a private address is never asked, also if it has a public one too', async () => {
    web.name('inside.test', ['10.1.2.3']);
    web.name('mixed.test', [address, '127.0.0.1']);
    const ids = [await watched('http://inside.test/'), await watched('http://mixed.test/')];
    await check();
    for (const id of ids) assert.equal((await watchOf(id))['destinations'][0].problem, 'private');
    assert.deepEqual(web.of('mixed.test'), []);
  });

  test('without an answer, or without a name, fails', async () => {
    web.name('dead.test', [address]);
    const ids = [await watched('http://dead.test/'), await watched('http://nowhere.test/')];
    await check();
    const problems = await Promise.all(ids.map(async (id) => (await watchOf(id))['destinations'][0].problem));
    assert.deepEqual(problems, ['unreachable', 'name']);
  });

  test('with TLS shows when its certificate ends; one that is not valid fails', async () => {
    await web.secure('secure.test', 5);
    web.site('secure.test', 200);
    web.site('mismatch.test', 200);
    const [id, wrong] = [await watched('https://secure.test/'), await watched('https://mismatch.test/')];
    await check();
    const [found] = (await watchOf(id))['destinations'];
    const daysLeft = (Date.parse(found.certificate_expires_at) - Date.now()) / dayMs;
    assert.deepEqual([found.state, Math.round(daysLeft)], ['works', 5]);
    assert.equal((await watchOf(wrong))['destinations'][0].problem, 'tls');
  });

  test('shares its host: two workers together send at most one request per second', async () => {
    web.site('busy.test', 200);
    for (let nth = 0; nth < 4; nth++) await watched(`http://busy.test/${nth}`);
    const began = web.requests.length;
    await Promise.all([check(), check()]);
    const times = web.requests.slice(began).flatMap(({ host, atMs }) => (host === 'busy.test' ? [atMs] : []));
    assert.equal(times.length, 5);
    const gaps = times.slice(1).map((atMs, at) => atMs - (times[at] ?? 0));
    assert.ok(Math.min(...gaps) >= 1_000, `${gaps}`);
  });
});

describe('a watch', () => {
  const refusals: [string, Record<string, unknown>, Record<string, unknown>, string | null][] = [
    ['nothing', {}, {}, null],
    [
      'a code without destination',
      { type: 'text', text: 'Hi', redirect_url: undefined },
      { destination: true },
      'destination',
    ],
    ['scans that are not recorded', {}, { scans: true }, 'scans'],
    [
      'a stand-by address without a watched destination',
      {},
      { scans: true, standby_url: 'https://example.com/x' },
      'standby_url',
    ],
    [
      'the destination as its own stand-by address',
      { redirect_url: 'https://example.com/x' },
      { destination: true, standby_url: 'https://example.com/x' },
      'standby_url',
    ],
    ['a stand-by address that is none', {}, { destination: true, standby_url: 'example' }, 'standby_url'],
    ['unknown fields', {}, { destination: true, every: 'hour' }, 'every'],
  ];
  for (const [what, code, watch, param] of refusals)
    test(`refuses ${what}`, async () => {
      const { qr_id: id } = await api.createQrCode(account, code);
      if (what === 'scans that are not recorded')
        await sql`update qr_codes set analytics_enabled = false where qr_id = ${parseIdentifier('qrc', id)}`.execute(
          api.db,
        );
      const { status, body } = await send('PUT', `/v2/qr-codes/${id}/watch`, watch);
      assert.deepEqual([status, body.param ?? null], [400, param], JSON.stringify(body));
      assert.equal((await send('GET', `/v2/qr-codes/${id}/watch`)).status, 404);
    });
});
