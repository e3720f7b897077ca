import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeAccount } from '#features/accounts/change-account.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startScanHere } from '../support/scratch/test-scan.ts';

let nowMs = Date.parse('2026-11-15T12:00:00Z');
let api: TestApi;
let account: TestAccount;
let scan: ProcessPart;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  scan = await startScanHere(api, { nowMs: () => nowMs, monotonicMs: () => nowMs });
});
after(async () => {
  await scan.close();
  await api.close();
});

const home = 'https://example.com/';
const special = 'https://example.com/special';

async function makeCode(body: Record<string, unknown>): Promise<{ id: string; slug: string }> {
  const { qr_id: id } = await api.createQrCode(account, { redirect_url: home, ...body });
  return { id, slug: await api.publishQrCode(id) };
}

async function locationOf(slug: string, headers: Record<string, string> = {}): Promise<string | null> {
  const { status, location } = await scanLink(scan.address ?? '', slug, { headers });
  assert.equal(status, 302);
  return location;
}

describe('a rule by date', () => {
  const cases: [string, Record<string, unknown>, [instant: string, matches: boolean][]][] = [
    [
      'holds on whole days of the owner, Tokyo is nine hours ahead',
      { date_start: '2026-12-01', date_end: '2026-12-26' },
      [
        ['2026-11-30T14:59:59.999Z', false],
        ['2026-11-30T15:00:00Z', true],
        ['2026-12-26T14:59:59.999Z', true],
        ['2026-12-26T15:00:00Z', false],
        ['2027-12-10T12:00:00Z', false],
      ],
    ],
    [
      'of every year goes beyond New Year',
      { date_start: '2026-12-27', date_end: '2026-01-06', yearly: true },
      [
        ['2026-12-26T14:59:59Z', false],
        ['2028-12-31T12:00:00Z', true],
        ['2029-01-06T14:59:59Z', true],
        ['2029-01-06T15:00:00Z', false],
      ],
    ],
  ];
  for (const [name, range, instants] of cases)
    test(name, async () => {
      const plans = await loadPlanCatalogue('./plans.json');
      await changeAccount(api.db, plans, account.uuid, { timeZone: 'Asia/Tokyo' });
      const { slug } = await makeCode({ redirect_rules: [{ condition: 'date', ...range, url: special }] });
      for (const [instant, matches] of instants) {
        nowMs = Date.parse(instant);
        assert.equal(await locationOf(slug), matches ? special : home, instant);
      }
    });
});

describe('a rule by language', () => {
  test('takes the preferred language, and a region belongs to its language', async () => {
    const { slug } = await makeCode({
      redirect_rules: [{ condition: 'language', value: 'de', url: special }],
    });
    const accepted = (language: string) => locationOf(slug, { 'accept-language': language });
    assert.equal(await accepted('de-AT,en;q=0.9'), special);
    assert.equal(await accepted('en;q=0.5, DE'), special);
    assert.equal(await accepted('en-US,de;q=0.9'), home);
    assert.equal(await accepted('den'), home);
    assert.equal(await locationOf(slug), home);
  });

  test('is stored as it is read, also together with a date, and refused with a schedule', async () => {
    const rule = {
      condition: 'language',
      value: 'pt-BR',
      condition2: 'date',
      date_start2: '2026-12-01',
      date_end2: '2026-12-26',
      yearly2: true,
      url: special,
    };
    const { id } = await makeCode({ redirect_rules: [rule] });
    const path = `/v1/qr-codes/${id}`;
    const { body } = await api.request('GET', path, { key: account.key });
    assert.deepEqual(body.redirect_rules, [rule]);
    const same = await api.request('PATCH', path, {
      key: account.key,
      body: { redirect_rules: body.redirect_rules },
    });
    assert.deepEqual([same.status, same.body.redirect_rules], [200, [rule]]);
    const wrong = { condition: 'schedule', condition2: 'language', value2: 'de', url: special };
    const refused = await api.request('PATCH', path, { key: account.key, body: { redirect_rules: [wrong] } });
    assert.equal(refused.status, 400);
  });
});

describe('parameters of a scanned link', () => {
  test('reach the destination of the rule or the default one, if the owner says so', async () => {
    const { id, slug } = await makeCode({
      redirect_url: 'https://example.com/?table=1#menu',
      redirect_rules: [{ condition: 'device', value: 'ios', url: special }],
      forwarded_params: ['utm_*', 'table'],
    });
    const asked = `${slug}?table=7&utm_source=poster&secret=1`;
    assert.equal(await locationOf(asked), 'https://example.com/?table=1&utm_source=poster#menu');
    const iphone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' };
    assert.equal(await locationOf(asked, iphone), `${special}?table=7&utm_source=poster`);
    const path = `/v1/qr-codes/${id}`;
    const off = await api.request('PATCH', path, { key: account.key, body: { forwarded_params: [] } });
    assert.deepEqual([off.status, off.body.forwarded_params], [200, []]);
    assert.equal(await locationOf(asked), 'https://example.com/?table=1#menu');
  });

  test('are never passed on by default, and their names are checked', async () => {
    const { id, slug } = await makeCode({});
    assert.equal(await locationOf(`${slug}?utm_source=poster`), home);
    for (const name of ['a&b', 'redirect_uri']) {
      const wrong = await api.request('PATCH', `/v1/qr-codes/${id}`, {
        key: account.key,
        body: { forwarded_params: [name] },
      });
      assert.deepEqual([wrong.status, wrong.body.param], [400, 'forwarded_params[0]']);
    }
    const body = { type: 'text', text: 'x', forwarded_params: ['a'] };
    const useless = await api.request('POST', '/v1/qr-codes', { key: account.key, body });
    assert.deepEqual([useless.status, useless.body.param], [400, 'forwarded_params']);
    const bulk = await api.request('PATCH', '/v2/qr-codes/bulk', {
      key: account.key,
      body: { qr_ids: [id], change: { forwarded_params: ['table'] } },
    });
    assert.equal(bulk.status, 200, JSON.stringify(bulk.body));
    assert.equal(await locationOf(`${slug}?table=Caf%C3%A9`), `${home}?table=Caf%C3%A9`);
  });

  test('are in the history, and a revert restores them', async () => {
    const { id } = await makeCode({ forwarded_params: ['table'] });
    await api.request('PATCH', `/v1/qr-codes/${id}`, {
      key: account.key,
      body: { forwarded_params: ['ref'] },
    });
    const history = await api.request('GET', `/v2/qr-codes/${id}/history`, { key: account.key });
    const [change] = history.body.items as {
      change_id: string;
      changes: unknown[];
      first_scan_number: unknown;
    }[];
    assert.deepEqual(change?.changes, [{ field: 'forwarded_params', before: ['table'], after: ['ref'] }]);
    const reverted = await api.request('POST', `/v2/qr-codes/${id}/revert`, {
      key: account.key,
      body: { change_id: change?.change_id },
    });
    assert.deepEqual([reverted.status, reverted.body.forwarded_params], [200, ['table']]);
  });
});
