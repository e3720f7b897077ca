import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { invariantNames } from '#features/recovery/find-problem.ts';
import { runWaypost } from './support/scratch/spawn-waypost.ts';
import { startTestApi, type TestApi } from './support/scratch/test-api.ts';

let api: TestApi;

before(async () => {
  api = await startTestApi();
  const account = await api.createAccount();
  await api.createQrCode(account);
  await api.createQrCode(account);
  const { rows } = await onDatabase('select qr_id from qr_codes');
  await onDatabase(`update scan_state set scan_count = 7`);
  await onDatabase(
    `insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
       values ((now() at time zone 'UTC')::date, gen_random_uuid(), $1, '{14,14}', '[]')`,
    [rows.map(({ qr_id }) => qr_id)],
  );
  await onDatabase(
    `insert into scan_numbers (numbered_on, recorded_on, batch_id, qr_ids, first_numbers, scans, versions)
       select (now() at time zone 'UTC')::date, (now() at time zone 'UTC')::date, gen_random_uuid(), $1, first_numbers::bigint[], scans::int[], '{1,1}'
       from (values ('{3,3}', '{2,2}'), ('{5,5}', '{3,3}')) as numbered (first_numbers, scans)`,
    [rows.map(({ qr_id }) => qr_id)],
  );
  await onDatabase(
    `insert into scan_days (subject_id, dimension, day, value, scans, slots) select qr_id, 'total', '2026-05-05', '', 7, '{0,7}' from qr_codes`,
  );
  await onDatabase(
    `insert into scan_months (subject_id, dimension, month, value, scans) select qr_id, 'total', '2026-05-01', '', 7 from qr_codes`,
  );
});
after(() => api.close());

/** Like real damage: without triggers and foreign keys. */
async function onDatabase(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({
    connectionString: api.config.databaseUrl,
    options: '-c session_replication_role=replica',
  });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

const check = () => runWaypost(['backup', 'check'], { DATABASE_URL: api.config.databaseUrl });
const oneCode = '(select qr_id from qr_codes order by qr_id limit 1)';

const damages: Record<string, [damage: string, repair: string]> = {
  'every code has its scan state': [
    `update scan_state set status = 'archived' where qr_id = ${oneCode}`,
    `update scan_state set status = 'active'`,
  ],
  'every code belongs to a project of its account': [
    `update qr_codes set account_id = gen_random_uuid(), redirect_url = account_id::text where qr_id = ${oneCode};
     update account_usage set live_qr_codes = 1; insert into account_usage select account_id, 1 from qr_codes where qr_id = ${oneCode}`,
    `delete from account_usage where account_id not in (select account_id from accounts);
     update qr_codes set account_id = redirect_url::uuid where qr_id = ${oneCode}; update account_usage set live_qr_codes = 2`,
  ],
  'every account has one default project': [
    'update projects set is_default = false',
    'update projects set is_default = true',
  ],
  'the number of codes per account is right': [
    'update account_usage set live_qr_codes = 3',
    'update account_usage set live_qr_codes = 2',
  ],
  'the number of codes per project is right': [
    'update project_usage set live_qr_codes = 3',
    'update project_usage set live_qr_codes = 2',
  ],
  'every scan of the ledger is part of a count': [
    `update scan_batches set grants = '{14,16}'`,
    `update scan_batches set grants = '{14,14}'`,
  ],
  'scans are numbered without gaps': [
    `update scan_numbers set first_numbers = '{6,6}' where scans = '{3,3}'`,
    `update scan_numbers set first_numbers = '{5,5}' where scans = '{3,3}'`,
  ],
  'limits know the scans that are not folded': [
    `update scan_state set scan_limit = 10, pending = 2 where qr_id = ${oneCode}`,
    'update scan_state set scan_limit = null, pending = 0',
  ],
  'no roll-up has more scans than were counted': [
    'update scan_days set scans = 8; update scan_months set scans = 8',
    'update scan_days set scans = 7; update scan_months set scans = 7',
  ],
  'the statistics of months are the sums of their days': [
    `delete from scan_months where subject_id = ${oneCode}`,
    `insert into scan_months (subject_id, dimension, month, value, scans) select ${oneCode}, 'total', '2026-05-01', '', 7`,
  ],
  // Last: it removes the constraints that prevent it.
  'slugs are unique': [
    `alter table qr_codes drop constraint qr_codes_reserved_slug_key; update qr_codes set reserved_slug = 'qr-000000000000'`,
    `update qr_codes set reserved_slug = 'qr-000000000001' where qr_id = ${oneCode}`,
  ],
};

test('an intact database passes every check, and each kind of damage is found by its check alone', async () => {
  assert.deepEqual(Object.keys(damages).sort(), [...invariantNames].sort());
  const whole = await check();
  assert.equal(whole.code, 0, whole.stdout + whole.stderr);
  for (const [name, [damage, repair]] of Object.entries(damages)) {
    await onDatabase(damage);
    const { code, stdout } = await check();
    await onDatabase(repair);
    assert.equal(code, 1, name);
    const failed = stdout.split('\n').filter((line) => line.startsWith('✗'));
    assert.deepEqual(
      failed.map((line) => line.slice(2, line.indexOf(':'))),
      [name],
    );
  }
  assert.equal((await check()).code, 0);
});
