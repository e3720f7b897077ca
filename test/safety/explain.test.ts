import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runWaypost } from '../support/scratch/spawn-waypost.ts';
import type { TestAccount } from '../support/scratch/test-api.ts';
import { startTestSafety, type TestSafety, untilIdle } from '../support/scratch/test-safety.ts';

let safety: TestSafety;
let account: TestAccount;

before(async () => {
  safety = await startTestSafety();
  account = await safety.api.createAccount();
});
after(() => safety.close());

const run = async (...args: string[]) => {
  const environment = { DATABASE_URL: safety.api.config.databaseUrl, ...safety.webRisk.environment };
  const result = await runWaypost(['safety', ...args], environment);
  await untilIdle(safety.api.db);
  return result;
};
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
const create = (url: string) =>
  safety.api.request('POST', '/v1/qr-codes', { key: account.key, body: { redirect_url: url } });

describe('waypost safety', () => {
  test('block, list, allow and remove: apply to the next write, and report what they affect', async () => {
    await safety.api.createQrCode(account, { redirect_url: 'https://shop.example/a' });
    const blocked = await run('block', 'shop.example', '--reason', 'counterfeits');
    assert.equal(
      blocked.stdout,
      'shop.example is blocked. A worker now checks one destination and the codes that use it.\n',
    );
    assert.match(
      (await create('https://www.shop.example/')).body.message,
      /is not allowed here: counterfeits/,
    );
    const [rule] = await json('list');
    assert.deepEqual(
      { ...rule, made_at: '' },
      { action: 'block', scope: 'domain', pattern: 'shop.example', reason: 'counterfeits', made_at: '' },
    );
    assert.match((await run('list')).stdout, /ACTION +SCOPE +PATTERN +REASON/);
    assert.equal((await run('allow', 'https://shop.example/outlet/')).code, 0);
    assert.equal((await create('https://shop.example/outlet/1')).status, 201);
    assert.equal((await run('remove', 'shop.example')).code, 0);
    assert.equal((await create('https://shop.example/b')).status, 201);
    assert.equal((await run('remove', 'shop.example')).code, 3);
    assert.equal((await run('block', 'com')).code, 2);
  });

  test('explain a code: the decision, by whom, when, under which lists, and what would change it', async () => {
    const { qr_id: id } = await safety.api.createQrCode(account, {
      redirect_url: 'https://turned.example/x',
    });
    safety.webRisk.flag(['turned.example/']);
    await safety.update();
    const bad = await json('explain', id);
    assert.equal(bad.status, 'blocked');
    assert.equal(bad.blocked_by, 'rescan');
    assert.equal(bad.history.at(-1).event, 'blocked');
    assert.equal(bad.history.at(-1).provider, 'Web Risk');
    const [destination] = bad.destinations;
    assert.equal(destination.verdict, 'unsafe');
    assert.equal(destination.record.threat, 'malware');
    assert.ok(destination.record.list_version > destination.linked_version);
    assert.equal(destination.history.at(-1).was, 'safe');
    assert.match(
      destination.what_would_change_it,
      /Web Risk must remove it from its list\. If the list is wrong, run: waypost safety allow turned\.example/,
    );

    safety.webRisk.clear(['turned.example/']);
    await safety.update();
    const good = await json('explain', id);
    assert.equal(good.status, 'active');
    assert.deepEqual(
      good.history.map(({ event }: { event: string }) => event),
      ['blocked', 'restored'],
    );
    assert.deepEqual(
      good.destinations[0].history.map(({ verdict }: { verdict: string }) => verdict),
      ['unsafe', 'safe'],
    );
    await safety.api.request('PATCH', `/v1/qr-codes/${id}`, {
      key: account.key,
      body: { redirect_url: 'https://else.example/' },
    });
    const moved = await json('explain', id);
    assert.equal(moved.history.at(-1).event, 'replaced');
    assert.equal(moved.history.at(-1).detail, 'https://turned.example/x');
    const { stdout } = await run('explain', id);
    assert.match(stdout, /replaced/);
  });

  test('explain a URL without codes; an unknown code has exit code 3', async () => {
    const explanation = await json('explain', 'HTTPS://Nobody.Example:443/a/../b#c');
    assert.equal(explanation.canonical, 'https://nobody.example/b');
    assert.equal(explanation.verdict, 'safe');
    assert.equal(explanation.record, null);
    assert.deepEqual(
      new Set(explanation.opinions.map(({ provider }: { provider: string }) => provider)),
      new Set(['rules', 'operator', 'look-alikes', 'Web Risk']),
    );
    assert.match(
      (await run('explain', 'https://nobody.example/')).stdout,
      /changed by +A threat list that contains it, or: waypost safety block nobody\.example/,
    );
    assert.equal((await run('explain', 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D')).code, 3);
    assert.equal((await run('explain', 'ftp://x.example/')).code, 2);
  });

  test('status shows lists and errors; update downloads them now', async () => {
    safety.webRisk.faults.push('unavailable');
    assert.equal((await run('update')).code, 0);
    const [list] = await json('status');
    assert.equal(list.list, 'web_risk/MALWARE');
    assert.match(list.last_error, /Web Risk responded with 503/);
    await run('update');
    assert.equal((await json('status'))[0].failures, 0);
  });
});
