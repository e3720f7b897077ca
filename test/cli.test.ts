import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runWaypost } from './support/scratch/spawn-waypost.ts';
import { startTestApi, type TestApi } from './support/scratch/test-api.ts';

let api: TestApi;
let environment: Record<string, string>;

before(async () => {
  api = await startTestApi();
  environment = { DATABASE_URL: api.config.databaseUrl, REDIS_KEY_PREFIX: api.config.redisKeyPrefix };
});
after(() => api.close());

const run = (...args: string[]) => runWaypost(args, environment);

async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

let counter = 0;
const createAccount = (...args: string[]) =>
  json('account', 'create', '--email', `cli${counter++}@example.com`, ...args);

describe('account', () => {
  test('create prints exactly account_id and default_project_id, and the account works', async () => {
    const made = await createAccount('--plan', 'pro', '--timezone', 'Europe/Berlin');
    assert.deepEqual(Object.keys(made), ['account_id', 'default_project_id']);
    const key = await json('key', 'create', '--account', made.account_id);
    assert.deepEqual(Object.keys(key), ['key_id', 'api_key']);
    const { body } = await api.request('GET', '/v1/projects', { key: key.api_key });
    assert.equal(body.items[0].project_id, made.default_project_id);
    const shown = await json('account', 'show', made.account_id);
    assert.equal(shown.plan, 'pro');
    assert.equal(shown.timezone, 'Europe/Berlin');
    assert.equal(shown.api_access, true);
  });

  test('set changes only the given fields; an override can be removed', async () => {
    const { account_id: id } = await createAccount('--plan', 'pro');
    const changed = await json(
      'account',
      'set',
      id,
      '--limit',
      'qr_codes=2',
      '--limit',
      'requests_per_minute=7',
    );
    assert.deepEqual(changed.limit_overrides, { qr_codes: 2, requests_per_minute: 7 });
    assert.equal(changed.plan, 'pro');
    const back = await json(
      'account',
      'set',
      id,
      '--limit',
      'qr_codes=plan',
      '--plan',
      'agency',
      '--api-access',
      'off',
    );
    assert.deepEqual(back.limit_overrides, { requests_per_minute: 7 });
    assert.equal(back.plan, 'agency');
    assert.equal(back.api_access, false);
    assert.equal((await json('account', 'set', id, '--api-access', 'plan')).api_access, true);
  });

  test('an overridden limit is enforced', async () => {
    const { account_id: id } = await createAccount('--plan', 'pro', '--limit', 'requests_per_minute=2');
    const { api_key: key } = await json('key', 'create', '--account', id);
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++)
      statuses.push((await api.request('GET', '/v1/projects', { key })).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  test('list shows accounts newest first', async () => {
    const { account_id: id } = await createAccount();
    const list = await json('account', 'list', '--rows', '1');
    assert.equal(list.length, 1);
    assert.equal(list[0].account_id, id);
    const { stdout } = await run('account', 'list');
    assert.match(stdout, /^ACCOUNT ID +EMAIL +PLAN/);
  });

  test('invalid input is refused with a message and exit code 2, and creates nothing', async () => {
    const attempts: [string[], RegExp][] = [
      [['--plan', 'gold'], /no plan "gold".*free, starter/],
      [['--timezone', 'Mars/Base'], /not an IANA time zone/],
      [['--limit', 'qr_codes=lots'], /NUMBER/],
      [['--limit', 'requests_per_minute=0'], /requests_per_minute must be/],
      [['--limit', 'colour=1'], /Limits are/],
      [['--api-access', 'maybe'], /on, off/],
    ];
    for (const [args, message] of attempts) {
      const { code, stdout, stderr } = await run(
        'account',
        'create',
        '--email',
        'wrong@example.com',
        ...args,
        '--json',
      );
      assert.equal(code, 2, args.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, message);
    }
    assert.equal((await run('account', 'create', '--email', 'wrong@example.com', '--json')).code, 0);
  });

  test('an email address has one account: exit code 4, in any letter case', async () => {
    await run('account', 'create', '--email', 'twice@example.com');
    const { code, stderr } = await run('account', 'create', '--email', 'Twice@Example.com');
    assert.equal(code, 4);
    assert.match(stderr, /already/);
  });
});

describe('key', () => {
  test('a key can be created without API access, with a warning about its 403', async () => {
    const { account_id: id } = await createAccount('--plan', 'free');
    const { api_key: key } = await json('key', 'create', '--account', id);
    assert.equal((await api.request('GET', '/v1/projects', { key })).status, 403);
    const { stdout } = await run('key', 'create', '--account', id, '--name', 'second');
    assert.match(stdout, /--api-access on/);
  });

  test('list shows prefix, scope and state, never a key; revoke is positional', async () => {
    const { account_id: id } = await createAccount('--plan', 'pro');
    const made = await json('key', 'create', '--account', id, '--name', 'ci');
    const revoked = await json('key', 'revoke', made.key_id);
    assert.notEqual(revoked.revoked_at, null);
    const [listed] = await json('key', 'list', '--account', id);
    assert.equal(listed.scope, 'qr.write');
    assert.equal(listed.name, 'ci');
    assert.equal(listed.revoked_at, revoked.revoked_at);
    assert.ok(!JSON.stringify(listed).includes(made.api_key.slice(13)));
    const again = await json('key', 'revoke', made.key_id);
    assert.equal(again.revoked_at, revoked.revoked_at, 'a second revocation changes nothing');
  });

  test('the limit of live keys has exit code 4 and a hint', async () => {
    const { account_id: id } = await createAccount('--plan', 'pro');
    for (let count = 0; count < 2; count++) await json('key', 'create', '--account', id);
    const { code, stderr } = await run('key', 'create', '--account', id);
    assert.equal(code, 4);
    assert.match(stderr, /Revoke one first/);
  });
});

describe('project', () => {
  test('list, archive, unarchive and rename', async () => {
    const { account_id: id, default_project_id: project } = await createAccount();
    const [listed] = await json('project', 'list', '--account', id);
    assert.equal(listed.project_id, project);
    assert.equal(listed.created_via, null);
    assert.equal((await json('project', 'archive', project)).is_archived, true);
    assert.equal((await json('project', 'unarchive', project)).is_archived, false);
    assert.equal((await json('project', 'rename', project, '  Renamed ')).name, 'Renamed');
    assert.equal((await run('project', 'rename', project, '')).code, 2);
  });
});

describe('qr', () => {
  test('list, show, block and unblock, with the views of the API', async () => {
    const account = await api.createAccount();
    const { qr_id: id } = await api.createQrCode(account, { name: 'Card' });
    const [listed] = await json('qr', 'list', '--account', account.accountId);
    assert.equal(listed.qr_id, id);
    assert.equal(listed.label, 'Card');
    const shown = await json('qr', 'show', id);
    const { body } = await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key });
    assert.equal(shown.scan_count, body.scan_count);
    assert.deepEqual(shown.qr_data, body.qr_data);
    const blocked = await json('qr', 'block', id);
    assert.equal(blocked.status, 'blocked');
    assert.equal(blocked.blocked_by, 'operator');
    assert.equal((await json('qr', 'unblock', id)).status, 'active');
    assert.equal((await run('qr', 'show', 'qrc_01JD3Z5T9GQ4R6W8Y0A2C4E6G8')).code, 3);
    assert.match((await run('qr', 'list', '--account', account.accountId)).stdout, /^QR ID +LABEL +STATUS/);
  });
});

describe('plan', () => {
  test('list prints the catalogue', async () => {
    const plans = await json('plan', 'list');
    assert.deepEqual(
      plans.map(({ plan }: { plan: string }) => plan),
      ['free', 'starter', 'pro', 'agency', 'enterprise', 'suspended'],
    );
  });
});

describe('exit codes', () => {
  test('3: unknown or malformed IDs', async () => {
    const unknown = 'prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8';
    for (const args of [
      ['project', 'archive', unknown],
      ['project', 'archive', 'nonsense'],
      ['key', 'revoke', 'key_01JD3Z5T9GQ4R6W8Y0A2C4E6G8'],
      ['account', 'show', 'acc_01JD3Z5T9GQ4R6W8Y0A2C4E6G8'],
      ['key', 'create', '--account', 'acc_01JD3Z5T9GQ4R6W8Y0A2C4E6G8'],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      assert.equal(code, 3, args.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, /There is no/);
    }
  });

  test('2: wrong usage, and configuration with all mistakes listed', async () => {
    assert.equal((await run('nope')).code, 2);
    assert.equal((await run('account', 'create')).code, 2);
    assert.equal((await run('start', '--only', 'api,nope')).code, 2);
    const broken = { API_PORT: 'x', PUBLIC_BASE_URL: 'https://a.example/path', TRUSTED_PROXIES: '300.0.0.1' };
    const { code, stderr } = await runWaypost(['account', 'list'], { ...environment, ...broken });
    assert.equal(code, 2);
    for (const name of Object.keys(broken)) assert.match(stderr, new RegExp(name));
  });

  test('5: an unreachable server', async () => {
    const { code, stderr } = await runWaypost(['account', 'list'], {
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
    });
    assert.equal(code, 5);
    assert.match(stderr, /waypost doctor/);
  });

  test('0: help, with examples', async () => {
    const { code, stdout } = await run('--help');
    assert.equal(code, 0);
    assert.match(stdout, /Examples:[\s\S]*Exit codes:/);
    assert.equal((await run('account', 'set', '--help')).code, 0);
  });
});

describe('start', () => {
  test('a malformed plan catalogue stops the start and names the value', async () => {
    const { writeFileSync, mkdtempSync } = await import('node:fs');
    const file = `${mkdtempSync('/tmp/waypost-plans-')}/plans.json`;
    writeFileSync(file, JSON.stringify({ pro: { requests_per_minute: 'many' } }));
    const ports = { API_PORT: '0', SCAN_PORT: '0', INTERNAL_PORT: '0' };
    const { code, stderr } = await runWaypost(['start'], { ...environment, ...ports, PLANS_FILE: file });
    assert.equal(code, 1);
    assert.match(stderr, /plan "pro": requests_per_minute must be a whole number .* not "many"/);
  });
});
