import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { parseIdentifier } from '#core/identifier.ts';
import { changeAccount } from '#features/accounts/change-account.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { renameProject } from '#features/projects/rename-project.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { setQrCodeBlocked } from '#features/qr-codes/set-qr-code-blocked.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;
let listener: pg.Client;
let heard: string[] = [];

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  listener = new pg.Client({ connectionString: api.config.databaseUrl });
  await listener.connect();
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await listener.query('listen scan_target_changed');
});
after(async () => {
  await listener.end();
  await api.close();
});

/** The notifications of a change. */
async function during(work: () => Promise<unknown>): Promise<string[]> {
  heard = [];
  await work();
  await sleep(60);
  return heard;
}

const version = async (qrId: string) =>
  (
    await api.db
      .selectFrom('scan_state')
      .select('version')
      .where('qr_id', '=', qrId)
      .executeTakeFirstOrThrow()
  ).version;

describe('every commit that changes what a scan sees', () => {
  test('of a code is announced once and raises its version; scans don’t use the label', async () => {
    const code = await api.createQrCode(account);
    const uuid = parseIdentifier('qrc', code.qr_id) ?? '';
    const patch = (body: unknown) => () =>
      api.request('PATCH', `/v1/qr-codes/${code.qr_id}`, { key: account.key, body });
    const rule = { condition: 'device', value: 'ios', url: 'https://example.com/ios' };
    const visible = [
      { redirect_url: 'https://example.com/1' },
      { redirect_rules: [rule] },
      { expires_at: '2030-01-01T00:00:00Z' },
      { scan_limit: 5 },
      { status: 'archived' },
      { status: 'active' },
      { redirect_url: 'https://example.com/2', redirect_rules: null, scan_limit: null, expires_at: null },
    ];
    for (const body of visible) {
      const before = await version(uuid);
      assert.deepEqual(await during(patch(body)), [`code:${uuid}`], JSON.stringify(body));
      assert.ok((await version(uuid)) > before, JSON.stringify(body));
    }
    const before = await version(uuid);
    assert.deepEqual(await during(patch({ label: 'Only for people' })), []);
    assert.deepEqual(await during(patch({ scan_limit: null })), [], 'a value that it has is no change');
    assert.equal(await version(uuid), before);
    assert.deepEqual(await during(() => setQrCodeBlocked(api.db, uuid, true)), [`code:${uuid}`]);
    assert.deepEqual(await during(() => setQrCodeBlocked(api.db, uuid, false)), [`code:${uuid}`]);
  });

  test('of a project is announced once, for any number of codes; scans don’t use its name', async () => {
    const uuid = parseIdentifier('prj', account.defaultProjectId) ?? '';
    for (let count = 0; count < 5; count++) await api.createQrCode(account);
    assert.deepEqual(await during(() => setProjectArchived(api.db, uuid, true)), [`project:${uuid}`]);
    assert.deepEqual(await during(() => setProjectArchived(api.db, uuid, false)), [`project:${uuid}`]);
    assert.deepEqual(await during(() => renameProject(api.db, uuid, 'Other')), []);
  });

  test('of an account is announced once; scans don’t use the plan', async () => {
    const plans = await loadPlanCatalogue('plans.json');
    const change = (input: object) => () => changeAccount(api.db, plans, account.uuid, input);
    assert.deepEqual(await during(change({ timeZone: 'Asia/Kathmandu' })), [`account:${account.uuid}`]);
    assert.deepEqual(await during(change({ plan: 'agency' })), []);
  });

  test('a counted scan announces nothing', async () => {
    const code = await api.createQrCode(account);
    const uuid = parseIdentifier('qrc', code.qr_id) ?? '';
    const count = () =>
      sql`update scan_state set scan_count = scan_count + 1 where qr_id = ${uuid}`.execute(api.db);
    assert.deepEqual(await during(count), []);
  });
});

test('the database refuses impossible states', async () => {
  const code = await api.createQrCode(account);
  const uuid = parseIdentifier('qrc', code.qr_id) ?? '';
  const other = await api.createAccount();
  const impossible = [
    sql`update qr_codes set status = 'blocked' where qr_id = ${uuid}`,
    sql`update qr_codes set redirect_url = '' where qr_id = ${uuid}`,
    sql`update qr_codes set type = 'text' where qr_id = ${uuid}`,
    sql`update qr_codes set status = 'gone' where qr_id = ${uuid}`,
    sql`update qr_codes set render_status = 'lost' where qr_id = ${uuid}`,
    sql`update qr_codes set redirect_rules = '{}' where qr_id = ${uuid}`,
    sql`update qr_codes set is_slug_public = true where qr_id = ${uuid}`,
    sql`update qr_codes set project_id = ${parseIdentifier('prj', other.defaultProjectId)} where qr_id = ${uuid}`,
    sql`update qr_codes set created_at = now() - interval '1 day' where qr_id = ${uuid}`,
    sql`update scan_state set scan_limit = 0 where qr_id = ${uuid}`,
    sql`update scan_state set scan_count = -1 where qr_id = ${uuid}`,
    sql`update account_usage set live_qr_codes = -1`,
  ];
  for (const statement of impossible) {
    await assert.rejects(
      statement.execute(api.db),
      /violates|never changes/,
      JSON.stringify(statement.compile(api.db).sql),
    );
  }
});
