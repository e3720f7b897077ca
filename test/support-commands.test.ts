import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type CommandResult, runWaypost } from './support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from './support/scratch/test-scan.ts';

let api: TestApi;
let account: TestAccount;
let scan: TestScan;
before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  scan = await startTestScan(api);
});
after(async () => {
  scan.stop();
  await api.close();
});

const environment = () => ({ DATABASE_URL: api.config.databaseDirectUrl, OWN_HOSTS: 'go.example.com' });
const show = (...args: string[]): Promise<CommandResult> =>
  runWaypost(['qr', 'show', ...args], environment());

async function makeCode(body: Record<string, unknown> = {}): Promise<{ qrId: string; slug: string }> {
  const { qr_id: qrId } = await api.createQrCode(account, body);
  return { qrId, slug: await api.publishQrCode(qrId) };
}

describe('waypost qr show', () => {
  test('finds a code by identifier, slug in any letter case, and printed link, and shows the result of a scan', async () => {
    const { qrId, slug } = await makeCode({ redirect_url: 'https://example.com/menu' });
    for (const name of [qrId, slug, slug.toUpperCase(), `https://go.example.com/${slug.toUpperCase()}?x=1`]) {
      const { code, stdout, stderr } = await show(name, '--json');
      assert.equal(code, 0, stderr);
      const shown = JSON.parse(stdout);
      assert.equal(shown.qr_id, qrId);
      assert.equal(shown.account_id, account.accountId);
      assert.deepEqual(
        [shown.scan_status, shown.scan_destination, shown.scan_reason],
        [302, 'https://example.com/menu', 'It has no redirect rules.'],
      );
    }
  });

  test('agrees with a real scan, with the reason, in every state', async () => {
    const rules = [
      { condition: 'device', value: 'android', url: 'https://example.com/android' },
      { condition: 'country', value: 'DE', url: 'https://example.com/de' },
    ];
    const states: [string, Record<string, unknown>, (qrId: string) => Promise<unknown>, number, RegExp][] = [
      ['a rule', { redirect_rules: rules }, async () => {}, 302, /None of its rules matches/],
      [
        'expired',
        { expires_at: '2020-01-01T00:00:00Z' },
        async () => {},
        410,
        /expired at 2020-01-01T00:00:00/,
      ],
      ['limit', { scan_limit: 1 }, async () => scanOnce(), 410, /reached its limit of 1 scans/],
      ['archived', {}, (qrId) => change(qrId, { status: 'archived' }), 404, /code is archived/],
      ['blocked', {}, (qrId) => runWaypost(['qr', 'block', qrId], environment()), 403, /code is blocked/],
    ];
    let slug = '';
    const scanOnce = () => scanLink(scan.url, slug);
    const change = (qrId: string, body: unknown) =>
      api.request('PATCH', `/v1/qr-codes/${qrId}`, { key: account.key, body });
    for (const [name, body, prepare, status, reason] of states) {
      const made = await makeCode(body);
      slug = made.slug;
      await prepare(made.qrId);
      const shown = JSON.parse((await show(slug, '--json')).stdout);
      assert.equal(shown.scan_status, status, name);
      assert.match(shown.scan_reason, reason, name);
      const answer = await scanLink(scan.url, slug);
      assert.equal(answer.status, status, name);
      if (status === 302) assert.equal(shown.scan_destination, answer.location);
    }
    const { slug: ruled } = await makeCode({ redirect_rules: rules });
    const android = JSON.parse((await show(ruled, '--device', 'android', '--json')).stdout);
    assert.deepEqual(
      [android.scan_destination, android.scan_reason],
      ['https://example.com/android', 'Rule 1 applies.'],
    );
    const german = JSON.parse((await show(ruled, '--country', 'de', '--json')).stdout);
    assert.equal(german.scan_destination, 'https://example.com/de');
  });

  test('explains a link on another host, a suspended account and an archived project', async () => {
    const { slug } = await makeCode();
    const other = JSON.parse((await show(`https://qr.other.example/${slug}`, '--json')).stdout);
    assert.equal(other.scan_status, 421);
    assert.match(
      other.scan_reason,
      /qr\.other\.example is neither a host of this service nor a verified domain/,
    );
    await sql`update accounts set suspended_at = now(), suspended_reason = 'spam' where account_id = ${account.uuid}`.execute(
      api.db,
    );
    assert.match((await show(slug)).stdout, /scan status +403[\s\S]*Its account is suspended/);
    await sql`update accounts set suspended_at = null, suspended_reason = null where account_id = ${account.uuid}`.execute(
      api.db,
    );
    await sql`update projects set is_archived = true where account_id = ${account.uuid}`.execute(api.db);
    assert.match((await show(slug)).stdout, /scan status +404[\s\S]*Its project is archived/);
    await sql`update projects set is_archived = false where account_id = ${account.uuid}`.execute(api.db);
    const unknown = await show('qr-000000000000');
    assert.match(unknown.stderr, /There is no QR code/);
  });
});

describe('log lines', () => {
  const lineWith = (logged: string, text: string) =>
    JSON.parse(logged.split('\n').find((line) => line.includes(text)) ?? '{}');

  const logged = async (text: string) => {
    for (let attempt = 0; attempt < 50 && !scan.process.logged().includes(text); attempt++) await sleep(50);
  };

  test('a refused scan is logged with the request ID of its response, as a page and as JSON', async () => {
    for (const accept of ['text/html', 'application/json']) {
      const { headers, status } = await scanLink(scan.url, 'qr-zzzzzzzzzzzz', { headers: { accept } });
      assert.equal(status, 404);
      const requestId = headers.get('x-request-id') ?? 'none';
      await logged(requestId);
      const line = lineWith(scan.process.logged(), requestId);
      assert.deepEqual([line.answer, line.slug], ['not_found', 'qr-zzzzzzzzzzzz']);
    }
  });

  test('a flood of refusals is sampled, and the log says how many were left out', async () => {
    const before = scan.process.logged().length;
    const begunMs = performance.now();
    await Promise.all(Array.from({ length: 100 }, () => scanLink(scan.url, 'qr-yyyyyyyyyyyy')));
    await sleep(1_100);
    const { headers } = await scanLink(scan.url, 'qr-yyyyyyyyyyyy');
    await logged(headers.get('x-request-id') ?? '');
    const seconds = (performance.now() - begunMs) / 1_000;
    const text = scan.process.logged().slice(before);
    const lines = text.split('a scan was refused').length - 1;
    const leftOut = [...text.matchAll(/"not_logged":(\d+)/g)].reduce(
      (sum, [, left]) => sum + Number(left),
      0,
    );
    assert.ok(lines >= 2 && lines <= 5 * (seconds + 2), `${lines} lines in ${seconds} s`);
    assert.ok(lines + leftOut >= 101, `${lines} lines and ${leftOut} left out`);
  });

  test('a line of the API has the account, the key and the error code, and never the key itself', async () => {
    const { headers } = await api.request('GET', '/v1/qr-codes/qrc_nothing', { key: account.key });
    const line = lineWith(api.logged(), headers.get('x-request-id') ?? 'none');
    assert.equal(line.account_id, account.accountId);
    assert.match(line.key_id, /^key_/);
    assert.equal(line.error, 'qr_not_found');
    assert.ok(!api.logged().includes(account.key));
  });
});

test('waypost top shows the busiest codes, accounts and networks of scan and api processes together', async () => {
  const { slug } = await makeCode();
  await Promise.all(Array.from({ length: 40 }, () => scanLink(scan.url, slug)));
  const result = await runWaypost(['top', '--once', '--json', '--at', scan.internalUrl], environment());
  assert.equal(result.code, 0, result.stderr);
  const top = JSON.parse(result.stdout);
  assert.deepEqual(
    [top.codes[0].slug, top.codes[0].scans, top.codes[0].account],
    [slug, 40, account.accountId],
  );
  assert.equal(top.accounts[0].account, account.accountId);
  assert.equal(top.networks[0].network, '127.0.0.0/24');
  const table = await runWaypost(['top', '--once', '--at', scan.internalUrl], environment());
  assert.match(table.stdout, new RegExp(`^${slug} +40 `, 'm'));
  const nobody = await runWaypost(['top', '--once', '--at', 'http://127.0.0.1:1'], environment());
  assert.match(
    nobody.stderr,
    /No process responds at http:\/\/127\.0\.0\.1:1\. Use --at to set the internal addresses/,
  );
});
