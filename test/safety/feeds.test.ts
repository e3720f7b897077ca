import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { insertCodes } from '../support/data/many-destinations.ts';
import type { TestAccount } from '../support/scratch/test-api.ts';
import { startTestSafety, type TestSafety } from '../support/scratch/test-safety.ts';

const urlhausHead = `################################################################
# abuse.ch URLhaus Database Dump (CSV - online URLs only)      #
# Terms Of Use: https://urlhaus.abuse.ch/api/                  #
################################################################
#
# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter
`;
const urlhausRow = (url: string, id = 1) =>
  `"${id}","2026-02-26 12:05:20","${url}","online","","malware_download","32-bit,elf,""Mozi""","https://urlhaus.abuse.ch/url/${id}/","x"\r\n`;
const phishtankHead =
  'phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target\n';
const phishtankRow = (url: string) =>
  `123,${url},http://www.phishtank.com/x,2026-06-19T15:15:47+00:00,yes,2026-06-19T15:37:31+00:00,yes,"Bank, Inc."\n`;

let safety: TestSafety;
let account: TestAccount;
let server: Server;
let folder: string;
let feed: { status: number; body: string; etag: string | null };
let conditional: (string | undefined)[];

before(async () => {
  folder = mkdtempSync('/tmp/waypost-feeds-');
  feed = { status: 200, body: urlhausHead + urlhausRow('http://first.example/a.sh'), etag: '"1"' };
  conditional = [];
  server = createServer((request, response) => {
    conditional.push(request.headers['if-none-match']);
    if (feed.etag !== null && request.headers['if-none-match'] === feed.etag)
      return void response.writeHead(304).end();
    response.writeHead(feed.status, { ...(feed.etag !== null && { etag: feed.etag }) });
    response.end(feed.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  writeFileSync(
    join(folder, 'phishtank.csv'),
    phishtankHead + phishtankRow('https://login.first.example/bank?id=1'),
  );
  safety = await startTestSafety({
    WEB_RISK_KEY: '',
    URLHAUS_SOURCE: `http://127.0.0.1:${(server.address() as AddressInfo).port}/csv_online/?auth-key=x`,
    PHISHTANK_SOURCE: `file:${folder}/phishtank.csv`,
  });
  account = await safety.api.createAccount();
});
after(async () => {
  await safety.close();
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  feed.status = 200;
});

const create = (url: string) =>
  safety.api.request('POST', '/v1/qr-codes', { key: account.key, body: { redirect_url: url } });
const listRow = (listId: string) =>
  safety.api.db
    .selectFrom('threat_lists')
    .selectAll()
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow();
let edition = 1;
const serve = async (body: string) => {
  feed = { status: 200, body, etag: `"${++edition}"` };
  await safety.update();
};

describe('feeds in their published formats', () => {
  test('URLhaus as CSV, PhishTank as CSV from a file: refused by the name of the list', async () => {
    assert.match(
      (await create('http://first.example/a.sh')).body.message,
      /^redirect_url is listed as malware by URLhaus\.$/,
    );
    assert.match(
      (await create('https://login.first.example/bank?id=1')).body.message,
      /listed as social engineering by PhishTank/,
    );
    // A feed lists URLs: others on the same host are not affected.
    assert.equal((await create('http://first.example/b.sh')).status, 201);
    assert.equal((await create('https://login.first.example/bank?id=2')).status, 201);
  });

  test('URLhaus as JSON and as plain text, PhishTank as JSON', async () => {
    const json = {
      3889762: [{ url: 'http://json.example/x', threat: 'malware_download', tags: null }],
      2: [{ url: 'http://json2.example/y' }],
    };
    await serve(JSON.stringify(json));
    assert.equal((await create('http://json2.example/y')).status, 422);
    assert.equal((await create('http://first.example/a.sh')).status, 201);
    await serve('# comment\r\nhttp://text.example/x\r\nhttp://text2.example:8080/y\r\n');
    assert.equal((await create('http://text2.example/y')).status, 422);
    writeFileSync(
      join(folder, 'phishtank.csv'),
      JSON.stringify([{ phish_id: 9, url: 'https://phish-json.example/' }]),
    );
    await safety.update();
    assert.equal((await create('https://phish-json.example/anything')).status, 422);
    // The last line without a target, and without a line end.
    writeFileSync(
      join(folder, 'phishtank.csv'),
      `${phishtankHead}${phishtankRow('https://first-line.example/')}9,https://last-line.example/x,http://x,2026-01-01,yes,2026-01-01,yes,`,
    );
    await safety.update();
    assert.equal((await create('https://last-line.example/x')).status, 422);
  });

  test('eight columns, as it once had, are read by their header', async () => {
    const head = urlhausHead.replace('last_online,', '');
    await serve(
      `${head}"1","2019-11-01 00:00:00","http://old.example/x","online","malware_download","None","https://urlhaus.abuse.ch/","x"\n`,
    );
    assert.equal((await create('http://old.example/x')).status, 422);
  });

  test('unchanged feeds are not sent again', async () => {
    await serve(urlhausHead + urlhausRow('http://etag.example/x'));
    const { version } = await listRow('urlhaus');
    conditional = [];
    await safety.update();
    assert.deepEqual(conditional, [feed.etag]);
    assert.equal((await listRow('urlhaus')).version, version);
    assert.equal((await listRow('urlhaus')).failures, 0);
  });

  test('a site that is listed by its first page means that host, without hosts below or next to it', async () => {
    await serve(
      urlhausHead +
        urlhausRow('https://paypal.evil-host.example/') +
        urlhausRow('http://mail.phish.example', 2),
    );
    assert.equal((await create('https://paypal.evil-host.example/login')).status, 422);
    assert.equal((await create('http://mail.phish.example/x?y')).status, 422);
    assert.equal((await create('https://tenant.paypal.evil-host.example/')).status, 201);
    assert.equal((await create('https://evil-host.example/')).status, 201);
  });

  test('a very long line, or one that attacks the parser, is one unreadable line', async () => {
    const rows = Array.from({ length: 500 }, (_, index) =>
      urlhausRow(`http://ok${index}.example/x`, index),
    ).join('');
    const hostile = [
      `http://x.example/${' '.repeat(100_000)}`,
      `http://x${':1'.repeat(30_000)}/`,
      `http://x/${'%25'.repeat(30_000)}`,
    ];
    const beganMs = performance.now();
    await serve(urlhausHead + rows + hostile.map((url, index) => urlhausRow(url, 900 + index)).join(''));
    assert.ok(performance.now() - beganMs < 3_000);
    assert.equal((await listRow('urlhaus')).entries, 500);
  });

  test('a well-known site is never blocked as a whole', async () => {
    await serve(
      urlhausHead + urlhausRow('https://docs.google.com/') + urlhausRow('https://docs.google.com/evil', 2),
    );
    assert.equal((await create('https://docs.google.com/spreadsheets')).status, 201);
    assert.equal((await create('https://docs.google.com/evil')).status, 422);
    // A host below a shared site belongs to its author.
    await serve(urlhausHead + urlhausRow('https://evil-login.web.app/') + urlhausRow('https://web.app/', 2));
    assert.equal((await create('https://evil-login.web.app/x')).status, 422);
    assert.equal((await create('https://good.web.app/')).status, 201);
  });
});

describe('a broken feed never replaces a good one', () => {
  const many =
    urlhausHead +
    Array.from({ length: 2_000 }, (_, index) => urlhausRow(`http://many${index}.example/x`, index)).join('');
  const broken: [string, () => Promise<void>][] = [
    ['an error page', () => serve('<html><body>Just a moment…</body></html>')],
    ['nothing', () => serve('')],
    ['only comments', () => serve(urlhausHead)],
    ['another CSV', () => serve('a,b\n1,2\n')],
    ['half a JSON', () => serve('{"1":[{"url":"http://x.example/"}],')],
    [
      'rows that make no sense',
      () => serve(urlhausHead + urlhausRow('http://one.example/') + '"1","2"\n'.repeat(50)),
    ],
    ['a quote that never closes', () => serve(`${urlhausHead}${urlhausRow('http://one.example/')}"1","2026`)],
    ['half of what it was', () => serve(urlhausHead + urlhausRow('http://one.example/'))],
    [
      'a server error',
      async () => {
        feed.status = 509;
        feed.etag = null;
        await safety.update();
      },
    ],
  ];
  for (const [name, update] of broken) {
    test(name, async () => {
      await serve(many);
      const good = await listRow('urlhaus');
      assert.equal(good.failures, 0);
      await update();
      const row = await listRow('urlhaus');
      assert.equal(row.version, good.version);
      assert.equal(row.entries, 2_000);
      assert.equal(row.failures, 1, String(row.last_error));
      assert.ok(row.next_update_at.getTime() > Date.now() + 14 * 60_000);
      assert.equal((await create('http://many7.example/x')).status, 422);
    });
  }

  test('before the first list has arrived, a write gets 503 with Retry-After', async () => {
    const source = join(folder, 'late.csv');
    const empty = await startTestSafety({ WEB_RISK_KEY: '', URLHAUS_SOURCE: `file:${source}` });
    try {
      const owner = await empty.api.createAccount();
      const body = { redirect_url: 'https://fine.example/' };
      const answer = await empty.api.request('POST', '/v1/qr-codes', { key: owner.key, body });
      assert.equal(answer.status, 503);
      assert.ok(answer.headers.get('retry-after'));
      assert.match(answer.body.message, /the list of URLhaus is not loaded yet/);
      // Destinations that were checked meanwhile are checked again when it has arrived.
      await insertCodes(empty.api.db, owner, ['https://meanwhile.example/'], 1);
      await sql`update destinations set verdict = 'unverified', valid_until = now()`.execute(empty.api.db);
      await empty.sweep();
      writeFileSync(source, urlhausHead + urlhausRow('http://late.example/x'));
      await empty.update();
      await empty.sweep();
      const { verdict } = await empty.api.db
        .selectFrom('destinations')
        .select('verdict')
        .executeTakeFirstOrThrow();
      assert.equal(verdict, 'safe');
      assert.equal((await empty.api.request('POST', '/v1/qr-codes', { key: owner.key, body })).status, 201);
    } finally {
      await empty.close();
    }
  });
});
