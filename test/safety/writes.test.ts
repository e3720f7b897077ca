import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { setQrCodeBlocked } from '#features/qr-codes/set-qr-code-blocked.ts';
import { changeSafetyRule } from '#features/url-safety/operator/change-safety-rule.ts';
import { parseRuleTarget } from '#features/url-safety/operator/rule-target.ts';
import { recordVerdicts } from '#features/url-safety/rescan/destination-queries.ts';
import type { TestAccount } from '../support/scratch/test-api.ts';
import { startTestSafety, type TestSafety, untilIdle } from '../support/scratch/test-safety.ts';

let safety: TestSafety;
let account: TestAccount;

before(async () => {
  safety = await startTestSafety({ ALLOW_PRIVATE_DESTINATIONS: 'off' });
  account = await safety.api.createAccount();
  safety.webRisk.flag(['evil.example/', 'half.example/bad/']);
  await safety.update();
});
after(() => safety.close());

const send = (method: string, path: string, body: unknown) =>
  safety.api.request(method, `/v1/qr-codes${path}`, { key: account.key, body });
const countRows = async () => {
  const { rows } = await sql<{
    rows: number;
  }>`select (select count(*) from qr_codes)::int + (select count(*) from destinations)::int
    + (select count(*) from qr_destinations)::int as rows`.execute(safety.api.db);
  return rows[0]?.rows;
};
const rule = (url: string) => ({ condition: 'device', value: 'ios', url });
const setRule = async (action: 'block' | 'allow' | 'none', pattern: string, reason = '') => {
  await changeSafetyRule(
    safety.api.db,
    parseRuleTarget(pattern),
    action === 'none' ? 'none' : { action, reason },
  );
  await untilIdle(safety.api.db);
};

describe('unsafe_url', () => {
  test('create: the target and every rule are checked, the message names the field, and nothing is stored', async () => {
    const before = await countRows();
    const fine = 'https://fine.example/';
    const cases: [string, Record<string, unknown>][] = [
      ['redirect_url', { redirect_url: 'https://evil.example/' }],
      ...Array.from({ length: 20 }, (_, place): [string, Record<string, unknown>] => {
        const rules = Array.from({ length: 20 }, (__, index) =>
          rule(index === place ? 'https://www.evil.example/x' : fine),
        );
        return [`redirect_rules[${place}].url`, { redirect_url: fine, redirect_rules: rules }];
      }),
      ['redirect_url', { redirect_url: 'http://half.example/bad/page?x=1' }],
    ];
    for (const [field, body] of cases) {
      const { status, body: answer } = await send('POST', '', body);
      assert.equal(status, 422, field);
      assert.equal(answer.code, 'unsafe_url');
      assert.ok(answer.message.startsWith(`${field} is listed as malware`), answer.message);
    }
    assert.equal(await countRows(), before);
    assert.equal((await send('POST', '', { redirect_url: 'https://half.example/good' })).status, 201);
  });

  test('PATCH: a new target or rule is checked, and the code doesn’t change', async () => {
    const { qr_id: id } = await safety.api.createQrCode(account, { redirect_url: 'https://keep.example/' });
    const before = await countRows();
    for (const [field, body] of [
      ['redirect_url', { redirect_url: 'https://evil.example/', label: 'new' }],
      [
        'redirect_rules[1].url',
        { redirect_rules: [rule('https://ok.example/'), rule('https://evil.example/')], label: 'new' },
      ],
    ] as const) {
      const answer = await send('PATCH', `/${id}`, body);
      assert.equal(answer.status, 422);
      assert.ok(answer.body.message.startsWith(field), answer.body.message);
    }
    assert.equal(await countRows(), before);
    const { body } = await safety.api.request('GET', `/v1/qr-codes/${id}`, { key: account.key });
    assert.equal(body.redirect_url, 'https://keep.example/');
    assert.notEqual(body.label, 'new');
  });

  test('our own rules: a name in another alphabet that looks like a well-known one', async () => {
    for (const url of [
      'https://www.gооgle.com/',
      'https://раураl.com/login',
      'https://xn--80ak6aa92e.com/',
    ]) {
      const { status, body } = await send('POST', '', { redirect_url: url });
      assert.equal(status, 422, url);
      assert.match(body.message, /imitates "\w+" with other letters/);
    }
    for (const url of [
      'https://münchen.de/',
      'https://яндекс.рф/',
      'https://日本.jp/',
      'https://google.com/',
      'https://méta.fr/',
    ])
      assert.equal((await send('POST', '', { redirect_url: url })).status, 201, url);
  });
});

describe("the operator's rules", () => {
  test('block: applies to the very next write; by domain with everything below it, by URL with its folder', async () => {
    await changeSafetyRule(safety.api.db, parseRuleTarget('blocked.example'), {
      action: 'block',
      reason: 'spam',
    });
    for (const url of ['https://blocked.example/', 'https://a.b.blocked.example/x'])
      assert.match(
        (await send('POST', '', { redirect_url: url })).body.message,
        /redirect_url is not allowed here: spam\./,
      );
    assert.equal((await send('POST', '', { redirect_url: 'https://notblocked.example/' })).status, 201);
    await changeSafetyRule(safety.api.db, parseRuleTarget('https://mixed.example/bad/'), {
      action: 'block',
      reason: '',
    });
    assert.equal((await send('POST', '', { redirect_url: 'https://mixed.example/bad/x' })).status, 422);
    assert.equal((await send('POST', '', { redirect_url: 'https://mixed.example/good' })).status, 201);
  });

  test('allow: overrides the lists, the most exact rule wins, and removing it restores the lists', async () => {
    await setRule('allow', 'evil.example');
    assert.equal((await send('POST', '', { redirect_url: 'https://evil.example/a' })).status, 201);
    await setRule('block', 'https://evil.example/worse/');
    assert.equal((await send('POST', '', { redirect_url: 'https://evil.example/worse/x' })).status, 422);
    assert.equal((await send('POST', '', { redirect_url: 'https://evil.example/b' })).status, 201);
    await setRule('none', 'evil.example');
    assert.equal((await send('POST', '', { redirect_url: 'https://evil.example/c' })).status, 422);
  });

  test('no rule allows what is forbidden for everyone', async () => {
    for (const host of ['127.0.0.1', '10.0.0.1']) {
      await setRule('allow', host);
      assert.equal((await send('POST', '', { redirect_url: `http://${host}/` })).status, 422);
    }
  });

  test('a rule is refused unless it is for a domain or URL', () => {
    for (const pattern of ['com', '', 'a b', 'a.b.c.d.e.f', 'http://', '%%%'])
      assert.throws(() => parseRuleTarget(pattern), { name: 'Error' }, pattern);
  });
});

describe('blocked codes', () => {
  const statusOf = async (id: string) =>
    (await safety.api.request('GET', `/v1/qr-codes/${id}`, { key: account.key })).body.status;

  test('a PATCH that makes every destination safe restores the code at once; otherwise it stays blocked (D36)', async () => {
    const body = {
      redirect_url: 'https://turns.example/',
      redirect_rules: [rule('https://stays.example/'), rule('https://turns.example/2')],
    };
    const { qr_id: id } = await safety.api.createQrCode(account, body);
    await setRule('block', 'turns.example');
    assert.equal(await statusOf(id), 'blocked');
    const half = await send('PATCH', `/${id}`, { redirect_url: 'https://better.example/' });
    assert.equal(half.status, 200);
    assert.equal(half.body.status, 'blocked');
    const whole = await send('PATCH', `/${id}`, { redirect_rules: [rule('https://stays.example/')] });
    assert.equal(whole.body.status, 'active');
  });

  test('an operator’s block stays, whatever the destinations are', async () => {
    const { qr_id: id } = await safety.api.createQrCode(account, {
      redirect_url: 'https://operators.example/',
    });
    const uuid = parseIdentifier('qrc', id) ?? '';
    await setQrCodeBlocked(safety.api.db, uuid, true);
    await setRule('block', 'operators.example');
    await setRule('none', 'operators.example');
    assert.equal(await statusOf(id), 'blocked');
    assert.equal(
      (await send('PATCH', `/${id}`, { redirect_url: 'https://other.example/' })).body.status,
      'blocked',
    );
    await setQrCodeBlocked(safety.api.db, uuid, false);
    assert.equal(await statusOf(id), 'active');
  });

  test('removing an operator’s block leaves a code with an unsafe destination blocked', async () => {
    const { qr_id: id } = await safety.api.createQrCode(account, { redirect_url: 'https://both.example/' });
    const uuid = parseIdentifier('qrc', id) ?? '';
    await setQrCodeBlocked(safety.api.db, uuid, true);
    await setRule('block', 'both.example');
    await setQrCodeBlocked(safety.api.db, uuid, false);
    assert.equal(await statusOf(id), 'blocked');
    await setRule('none', 'both.example');
    assert.equal(await statusOf(id), 'active');
  });

  test('an incomplete check doesn’t undo an unsafe verdict', async () => {
    const url = 'https://silent.example/';
    const { qr_id: id } = await safety.api.createQrCode(account, { redirect_url: url });
    await setRule('block', 'silent.example');
    assert.equal(await statusOf(id), 'blocked');
    const { version } = await safety.api.db
      .selectFrom('safety_state')
      .select('version')
      .executeTakeFirstOrThrow();
    const record = async (isPartial: boolean) => {
      const verdict = { kind: 'safe', validUntil: new Date(Date.now() + 60_000), isPartial } as const;
      assert.equal(
        await recordVerdicts(safety.api.db, {
          version,
          destinations: [{ field: 'url', url, prefixes: [1], verdict }],
        }),
        true,
      );
      return safety.api.db
        .selectFrom('destinations')
        .select(['verdict', 'is_settled'])
        .where('url', '=', url)
        .executeTakeFirstOrThrow();
    };
    assert.deepEqual(await record(true), { verdict: 'unsafe', is_settled: true });
    assert.deepEqual(await record(false), { verdict: 'safe', is_settled: false });
  });

  test('an archived code whose destination became unsafe is restored only when it is safe', async () => {
    const { qr_id: id } = await safety.api.createQrCode(account, { redirect_url: 'https://asleep.example/' });
    await send('PATCH', `/${id}`, { status: 'archived' });
    await setRule('block', 'asleep.example');
    assert.equal(await statusOf(id), undefined);
    assert.equal((await send('PATCH', `/${id}`, { status: 'active' })).status, 422);
    await setRule('none', 'asleep.example');
    assert.equal((await send('PATCH', `/${id}`, { status: 'active' })).body.status, 'active');
  });
});
