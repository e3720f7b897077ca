import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { ThreatLists } from '#features/url-safety/lists/threat-lists.ts';
import { sha256 } from '../support/doubles/web-risk-double.ts';
import type { TestAccount } from '../support/scratch/test-api.ts';
import { startTestSafety, type TestSafety, untilIdle } from '../support/scratch/test-safety.ts';

let safety: TestSafety;
let account: TestAccount;

before(async () => {
  safety = await startTestSafety();
  account = await safety.api.createAccount();
});
after(() => safety.close());
afterEach(() => {
  safety.webRisk.faults.length = 0;
  safety.webRisk.searchFault = null;
  safety.webRisk.alwaysResets = false;
});

const create = (url: string) =>
  safety.api.request('POST', '/v1/qr-codes', { key: account.key, body: { redirect_url: url } });
const listRow = async () =>
  safety.api.db
    .selectFrom('threat_lists')
    .selectAll()
    .where('list_id', '=', 'web_risk/MALWARE')
    .executeTakeFirstOrThrow();
const searches = () => safety.webRisk.count('/v1/hashes:search');
const diffs = () => safety.webRisk.count('/v1/threatLists:computeDiff');

/** The service's view, entry by entry, read from what every process loads. */
async function assertListIs(expected: string[]): Promise<void> {
  const lists = await new ThreatLists(safety.api.db, ['web_risk/MALWARE']).refresh();
  const entries = [...(lists.threats.get('web_risk/MALWARE')?.hashes.entries() ?? [])];
  assert.deepEqual(
    entries.map((entry) => Buffer.from(entry).toString('hex')),
    [...expected].sort(),
  );
}

describe('lists', () => {
  test('RESET: the whole list is used, prefixes of every length, and its URLs are refused', async () => {
    safety.webRisk.setList(
      'MALWARE',
      Array.from({ length: 500 }, (_, index) => sha256(`filler${index}/`).slice(0, 8)),
    );
    safety.webRisk.flag(['long.example/path'], { bytes: 20 });
    safety.webRisk.flag(['evil.example/']);
    await safety.update();
    await assertListIs(safety.webRisk.list('MALWARE'));
    for (const url of [
      'https://evil.example/',
      'http://a.b.evil.example:8080/x?y#z',
      'https://long.example/path?q',
    ]) {
      const { status, body } = await create(url);
      assert.equal(status, 422, url);
      assert.equal(body.code, 'unsafe_url');
      assert.match(body.message, /^redirect_url is listed as malware by Web Risk\.$/);
    }
    assert.equal((await create('https://long.example/')).status, 201);
  });

  test('DIFF: additions and removals by index give the same list, with checksum, and only the difference is sent', async () => {
    for (let round = 0; round < 5; round++) {
      const kept = safety.webRisk
        .list('MALWARE')
        .filter((prefix, index) => index % 7 !== round || prefix === sha256('evil.example/').slice(0, 8));
      safety.webRisk.setList('MALWARE', [
        ...kept,
        ...[1, 2, 3].map((n) => sha256(`new${round}-${n}/`).slice(0, n === 3 ? 16 : 8)),
      ]);
      const { token } = await listRow();
      await safety.update();
      assert.equal(
        safety.webRisk.requests.findLast(({ path }) => path.includes('Diff'))?.query.get('versionToken'),
        token,
      );
      await assertListIs(safety.webRisk.list('MALWARE'));
    }
  });

  test('a RESET instead of a difference is examined as its changes, not as a new list', async () => {
    safety.webRisk.alwaysResets = true;
    safety.webRisk.flag(['reset-only.example/']);
    await sql`create function keep_changes() returns trigger language plpgsql as $$ begin
      insert into kept_changes select new.keys; return new; end $$`.execute(safety.api.db);
    await sql`create table kept_changes (keys bytea)`.execute(safety.api.db);
    await sql`create trigger keep before insert on safety_changes for each row execute function keep_changes()`.execute(
      safety.api.db,
    );
    await safety.update();
    const { rows } = await sql<{
      bytes: number;
    }>`select sum(length(keys))::int as bytes from kept_changes`.execute(safety.api.db);
    await sql`drop trigger keep on safety_changes`.execute(safety.api.db);
    assert.equal(rows[0]?.bytes, 4);
    await assertListIs(safety.webRisk.list('MALWARE'));
  });

  for (const fault of ['wrong_checksum', 'index_out_of_range', 'unknown_type'] as const) {
    test(`${fault}: the difference is not applied, and the whole list is fetched`, async () => {
      safety.webRisk.flag([`${fault}.example/`]);
      safety.webRisk.faults.push(fault);
      const before = diffs();
      await safety.update();
      assert.equal(diffs() - before, 2);
      assert.equal(
        safety.webRisk.requests.findLast(({ path }) => path.includes('Diff'))?.query.get('versionToken'),
        null,
      );
      await assertListIs(safety.webRisk.list('MALWARE'));
      assert.equal((await listRow()).failures, 0);
      assert.equal((await create(`https://${fault.replaceAll('_', '-')}.example/`)).status, 201);
    });

    test(`${fault} twice: the last good list stays in use, and the server is not asked for a while`, async () => {
      const good = safety.webRisk.list('MALWARE');
      const { version } = await listRow();
      safety.webRisk.flag([`never-seen-${fault}.example/`]);
      safety.webRisk.faults.push(fault, fault);
      await safety.update();
      await assertListIs(good);
      const row = await listRow();
      assert.equal(row.version, version);
      assert.equal(row.failures, 1);
      assert.ok(row.last_error);
      const waitMinutes = (row.next_update_at.getTime() - Date.now()) / 60_000;
      assert.ok(waitMinutes > 14 && waitMinutes < 30, `waits ${waitMinutes} minutes`);
      assert.equal((await create('https://evil.example/')).status, 422);
      await safety.update();
      assert.equal((await listRow()).failures, 0);
      await assertListIs(safety.webRisk.list('MALWARE'));
    });
  }

  for (const fault of ['unavailable', 'garbage', 'cut_off'] as const) {
    test(`${fault}: the last good list stays in use, and each failure doubles the wait, up to a day`, async () => {
      const good = safety.webRisk.list('MALWARE');
      safety.webRisk.flag([`later-${fault}.example/`]);
      for (let failure = 1; failure <= 9; failure++) {
        safety.webRisk.faults.push(fault);
        await safety.update();
        const row = await listRow();
        assert.equal(row.failures, failure);
        const minutes = (row.next_update_at.getTime() - Date.now()) / 60_000;
        const least = Math.min(15 * 2 ** (failure - 1), 24 * 60);
        assert.ok(
          minutes > least - 1 && minutes <= Math.min(least * 2, 24 * 60),
          `${failure}: ${minutes} minutes`,
        );
      }
      await assertListIs(good);
      assert.equal((await create('https://evil.example/')).status, 422);
      await safety.update();
      assert.equal((await listRow()).failures, 0);
    });
  }

  test('a slow update is used, and nobody waits for it', async () => {
    safety.webRisk.flag(['slow.example/']);
    safety.webRisk.faults.push('slow');
    const updating = safety.update();
    const beganMs = performance.now();
    assert.equal((await create('https://quick.example/')).status, 201);
    assert.ok(performance.now() - beganMs < 1_000);
    await updating;
    assert.equal((await create('https://slow.example/')).status, 422);
  });

  test('before the recommended time, the server is not asked again', async () => {
    safety.webRisk.nextDiffSeconds = 3_600;
    await safety.update();
    const before = diffs();
    await sql`select graphile_worker.add_job('update-threat-lists', queue_name => 'threat-lists')`.execute(
      safety.api.db,
    );
    await untilIdle(safety.api.db);
    assert.equal(diffs(), before);
    const minutes = ((await listRow()).next_update_at.getTime() - Date.now()) / 60_000;
    assert.ok(minutes > 58 && minutes <= 60, `${minutes} minutes`);
    safety.webRisk.nextDiffSeconds = null;
  });
});

describe('confirmation', () => {
  test('a prefix hit without a full-hash hit passes, and is not asked again while that is valid', async () => {
    safety.webRisk.flag(['collision.example/'], { isConfirmed: false });
    await safety.update();
    const before = searches();
    assert.equal((await create('https://collision.example/a')).status, 201);
    assert.equal((await create('https://collision.example/b')).status, 201);
    assert.equal(searches() - before, 1);
  });

  test('an unknown threat type is a threat', async () => {
    safety.webRisk.flag(['novel.example/'], { types: ['QUANTUM_PHISHING'] });
    safety.webRisk.flag(['nameless.example/'], { types: [] });
    await safety.update();
    assert.match(
      (await create('https://novel.example/')).body.message,
      /listed as quantum phishing by Web Risk/,
    );
    assert.match(
      (await create('https://nameless.example/')).body.message,
      /listed as unknown threat by Web Risk/,
    );
  });

  for (const fault of ['unavailable', 'garbage', 'slow'] as const) {
    test(`${fault}: a hit that can't be confirmed gets 503 with Retry-After and never passes; others do`, async () => {
      const url = `https://unconfirmed-${fault}.example/`;
      safety.webRisk.flag([`unconfirmed-${fault}.example/`]);
      await safety.update();
      safety.webRisk.searchFault = fault;
      const { status, headers, body } = await create(url);
      assert.equal(status, 503, JSON.stringify(body));
      assert.ok(Number(headers.get('retry-after')) > 0);
      assert.equal(body.code, 'service_unavailable');
      assert.match(body.message, /^redirect_url could not be checked/);
      assert.equal((await create('https://fine.example/')).status, 201);
      safety.webRisk.searchFault = null;
      assert.equal((await create(url)).status, 422);
    });
  }

  test('expiry: an expired miss is asked for again; so is a hit, and then it may have been cleared', async () => {
    safety.webRisk.negativeSeconds = 1;
    safety.webRisk.positiveSeconds = 1;
    safety.webRisk.flag(['flips.example/'], { isConfirmed: false });
    await safety.update();
    assert.equal((await create('https://flips.example/')).status, 201);
    safety.webRisk.confirm('flips.example/');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    assert.equal((await create('https://flips.example/other')).status, 422);
    safety.webRisk.unconfirm('flips.example/');
    safety.webRisk.negativeSeconds = 300;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    assert.equal((await create('https://flips.example/other')).status, 201);
  });
});
