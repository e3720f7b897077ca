import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import type { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import { findProblem } from '#features/recovery/find-problem.ts';
import { foldOpenRows } from '#features/scan-upkeep/fold-scans.ts';
import { foldServer } from '#features/scan-upkeep/fold-server.ts';
import { placeNumbers } from '#features/scan-upkeep/place-numbers.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/scratch/test-database.ts';
import { addLedgerServers } from '../support/scratch/test-ledger.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

let api: TestApi;
let scan: TestScan;
let account: TestAccount;
before(async () => {
  api = await startTestApi();
  scan = await startTestScan(api);
  account = await api.createAccount({ plan: 'enterprise' });
});
after(async () => {
  scan.stop();
  await api.close();
});

interface Code {
  id: string;
  uuid: string;
  slug: string;
}

async function createCode(body: Record<string, unknown> = {}): Promise<Code> {
  const { qr_id: id } = await api.createQrCode(account, body);
  return { id, uuid: parseIdentifier('qrc', id) ?? '', slug: await api.publishQrCode(id) };
}

async function scanTimes(slug: string, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth++)
    assert.equal((await scanLink(scan.url, slug, { headers: { 'user-agent': phone } })).status, 302);
}

/** Only the dashboard can change it. */
async function setAnalytics({ uuid }: Code, isEnabled: boolean): Promise<void> {
  await sql`update qr_codes set analytics_enabled = ${isEnabled} where qr_id = ${uuid}`.execute(api.db);
}

const today = () => new Date().toISOString().slice(0, 10);
const fold = () => foldOpenRows(api.db);
async function place(): Promise<void> {
  while ((await placeNumbers(api.db, today())).rows > 0);
}

const get = (id: string, query = '', key = account.key) =>
  api.request('GET', `/v2/qr-codes/${id}/scans${query}`, { key });

interface Item {
  scan_number: number;
  scanned_at: string;
}

/** All pages from here on. */
async function readAll(id: string, limit: number, after = ''): Promise<Item[]> {
  const items: Item[] = [];
  for (let query = `?limit=${limit}${after}`, pages = 0; pages < 1_000; pages++) {
    const { status, body } = await get(id, query);
    assert.equal(status, 200);
    assert.ok(body.items.length <= limit);
    items.push(...body.items);
    if (!body.has_more) return items;
    query = `?limit=${limit}&after_number=${body.next_after_number}`;
  }
  throw new Error('the pages do not end');
}

const numbers = (items: Item[]) => items.map(({ scan_number }) => scan_number);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('GET /v2/qr-codes/{id}/scans', () => {
  test('numbers every counted scan from 1 without gaps, wherever it is stored, on pages of any size', async () => {
    const code = await createCode();
    await scanTimes(code.slug, 8);
    await fold();
    await place();
    await scanTimes(code.slug, 5);
    await fold();
    for (const limit of [1, 3, 100]) assert.deepEqual(numbers(await readAll(code.id, limit)), upTo(13));
    assert.deepEqual(numbers(await readAll(code.id, 4, '&after_number=6')), upTo(13).slice(6));
    const count = await api.request('GET', `/v1/qr-codes/${code.id}`, { key: account.key });
    assert.equal(count.body.scan_count, 13);
  });

  test('a scan has its time, device and rule', async () => {
    const code = await createCode({
      redirect_rules: [{ condition: 'device', value: 'android', url: 'https://example.com/android' }],
    });
    const fromMs = Date.now();
    await scanLink(scan.url, code.slug, {
      headers: { 'user-agent': phone, referer: 'https://news.example.org/a' },
    });
    await fold();
    const { body } = await get(code.id);
    const { scanned_at: scannedAt, visitor, ...rest } = body.items[0];
    assert.ok(Math.abs(Date.parse(scannedAt) - fromMs) < 5_000, scannedAt);
    assert.match(visitor, /^.{8,}$/);
    assert.deepEqual(rest, {
      scan_number: 1,
      country: null,
      device: 'android',
      system: 'Android',
      browser: 'Chrome',
      referrer_host: 'news.example.org',
      rule: 1,
    });
    assert.equal(body.version, '2026-12-01-v2');
  });

  test('scans while analytics were off have a number but no record', async () => {
    const code = await createCode();
    await scanTimes(code.slug, 2);
    await fold();
    await setAnalytics(code, false);
    await scanTimes(code.slug, 3);
    await fold();
    await setAnalytics(code, true);
    await scanTimes(code.slug, 1);
    await fold();
    assert.deepEqual(numbers(await readAll(code.id, 1)), [1, 2, 6]);
    const { body } = await get(code.id, '?after_number=2&limit=2');
    assert.deepEqual([body.items, body.next_after_number, body.has_more], [[], 4, true]);
  });

  test('a code with a limit numbers exactly the scans it allowed', async () => {
    const code = await createCode({ scan_limit: 4 });
    const results = await Promise.all(upTo(9).map(() => scanLink(scan.url, code.slug)));
    assert.equal(results.filter(({ status }) => status === 302).length, 4);
    await fold();
    await place();
    assert.deepEqual(numbers(await readAll(code.id, 3)), upTo(4));
  });

  test('a reader that continues where it stopped gets every scan once, while scans are counted and moved', async () => {
    const code = await createCode();
    const total = scaled(2_000, 150);
    let isDone = false;
    const upkeep = (async () => {
      while (!isDone) {
        await fold();
        await place();
      }
    })();
    const visitors = Promise.all(upTo(5).map(() => scanTimes(code.slug, total / 5)));
    const seen: number[] = [];
    for (let after = 0; seen.length < total; ) {
      const { status, body } = await get(code.id, `?after_number=${after}&limit=50`);
      assert.equal(status, 200);
      seen.push(...numbers(body.items));
      after = body.next_after_number;
      if (!body.has_more) await sleep(5);
    }
    await visitors;
    isDone = true;
    await upkeep;
    assert.deepEqual(seen, upTo(total));
    assert.equal(await findProblem(api.db, 'scans are numbered without gaps'), null);
  });

  test('a visitor is another one for another account, and the same for codes of one account', async () => {
    const other = await api.createAccount();
    const { qr_id: foreign } = await api.createQrCode(other);
    const [first, second] = [await createCode(), await createCode()];
    const slugs = [first.slug, second.slug, await api.publishQrCode(foreign)];
    for (const slug of slugs) await scanLink(scan.url, slug, { headers: { 'user-agent': phone } });
    await fold();
    const visitors = await Promise.all(
      [first.id, second.id].map(async (id) => (await get(id)).body.items[0].visitor as string),
    );
    assert.equal(visitors[0], visitors[1]);
    assert.notEqual((await get(foreign, '', other.key)).body.items[0].visitor, visitors[0]);
  });

  test('numbers whose batches are dropped already are not kept either', async () => {
    const code = await createCode();
    await scanTimes(code.slug, 3);
    await fold();
    await place();
    // Numbered after midnight: the batch of the first two is of the day before, whose partition is gone.
    await sql`update scan_places set recorded_on = array(select '2020-01-01'::date from unnest(recorded_on)) where qr_id = ${code.uuid}`.execute(
      api.db,
    );
    await scanTimes(code.slug, 1);
    await fold();
    const { status, body } = await get(code.id, '?after_number=0');
    assert.deepEqual([status, body.code], [410, 'cursor_expired']);
    assert.deepEqual(numbers((await get(code.id)).body.items), [4]);
  });

  test('an archived code can still be read', async () => {
    const code = await createCode();
    await scanTimes(code.slug, 1);
    await fold();
    await api.request('DELETE', `/v1/qr-codes/${code.id}`, { key: account.key });
    assert.deepEqual(numbers(await readAll(code.id, 10)), [1]);
  });

  test('without scans, and after the newest one, the page is empty', async () => {
    const code = await createCode();
    const { body } = await get(code.id);
    assert.deepEqual([body.items, body.next_after_number, body.has_more], [[], 0, false]);
    assert.deepEqual((await get(code.id, '?after_number=7')).body.next_after_number, 7);
  });

  test('a number that is no longer kept is 410 cursor_expired with the oldest number', async () => {
    const code = await createCode();
    await scanTimes(code.slug, 3);
    await fold();
    await place();
    // As if their day was dropped.
    await sql`delete from scan_places where qr_id = ${code.uuid}`.execute(api.db);
    await scanTimes(code.slug, 2);
    await fold();
    for (const after of [0, 2]) {
      const { status, body } = await get(code.id, `?after_number=${after}`);
      assert.deepEqual([status, body.code, body.param], [410, 'cursor_expired', 'after_number']);
      assert.match(body.message, /oldest number is 4\b/);
    }
    assert.deepEqual(numbers((await get(code.id, '?after_number=3')).body.items), [4, 5]);
    assert.deepEqual(numbers((await get(code.id)).body.items), [4, 5]);
  });

  test('parameters are strict, and codes of others are not found', async () => {
    const code = await createCode();
    for (const [query, param] of [
      ['?limit=0', 'limit'],
      ['?limit=1001', 'limit'],
      ['?limit=ten', 'limit'],
      ['?after_number=-1', 'after_number'],
      ['?after_number=1.5', 'after_number'],
      ['?after_number=99999999999999999999', 'after_number'],
      ['?page_token=x', 'page_token'],
    ] as const) {
      const { status, body } = await get(code.id, query);
      assert.deepEqual([status, body.code, body.param], [400, 'invalid_request', param], query);
    }
    const other = await api.createAccount();
    assert.equal((await get(code.id, '', other.key)).body.code, 'qr_not_found');
    assert.equal((await get('qrc_nonsense')).status, 404);
  });

  test('a deleted code has no places, also if its numbers are moved later', async () => {
    const code = await createCode();
    await scanTimes(code.slug, 1);
    await fold();
    await place();
    await scanTimes(code.slug, 1);
    await fold();
    await api.db.transaction().execute(async (tx) => {
      await sql`delete from scan_state where qr_id = ${code.uuid}`.execute(tx);
      await sql`delete from qr_codes where qr_id = ${code.uuid}`.execute(tx);
    });
    await place();
    const { rows } = await sql`select from scan_places where qr_id = ${code.uuid}`.execute(api.db);
    assert.equal(rows.length, 0);
  });
});

describe('with a ledger server', () => {
  let own: TestApi;
  let database: TestDatabase;
  let ledgers: LedgerDatabases;
  let ownScan: TestScan;
  before(async () => {
    database = await createEmptyDatabase();
    own = await startTestApi({ environment: { LEDGER_DATABASE_URLS: database.url } });
    ledgers = await addLedgerServers(own.db, [database.url]);
    ownScan = await startTestScan(own);
  });
  after(async () => {
    ownScan.stop();
    await own.close();
  });

  test('scans are read from it, and nothing seems to be missing while it is away', async () => {
    const owner = await own.createAccount();
    const { qr_id: id } = await own.createQrCode(owner);
    const slug = await own.publishQrCode(id);
    for (let nth = 0; nth < 3; nth++) await scanLink(ownScan.url, slug);
    const [server] = await ledgers.list();
    assert.ok(server);
    await foldServer(own.db, server, false);
    await foldOpenRows(own.db);
    const read = () => own.request('GET', `/v2/qr-codes/${id}/scans`, { key: owner.key });
    assert.deepEqual(numbers((await read()).body.items), [1, 2, 3]);
    const { rows } = await sql`select from scan_batches`.execute(server.db);
    assert.ok(rows.length > 0, 'the ledger server has some of them');
    ownScan.stop();
    await ledgers.end();
    await database.drop();
    assert.equal((await read()).status, 503);
  });
});
