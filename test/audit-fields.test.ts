import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { changeAccount } from '#features/accounts/change-account.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { renameProject } from '#features/projects/rename-project.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;
let projectUuid: string;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  projectUuid = parseIdentifier('prj', account.defaultProjectId) ?? '';
});
after(() => api.close());

const project = () =>
  api.db.selectFrom('projects').selectAll().where('project_id', '=', projectUuid).executeTakeFirstOrThrow();
const owner = () =>
  api.db.selectFrom('accounts').selectAll().where('account_id', '=', account.uuid).executeTakeFirstOrThrow();

describe('audit fields', () => {
  test('the database refuses to change created_via and created_at', async () => {
    await assert.rejects(
      sql`update projects set created_via = 'api'`.execute(api.db),
      /created_via .* never changes/,
    );
    await assert.rejects(
      sql`update projects set created_at = now()`.execute(api.db),
      /created_at .* never changes/,
    );
    await assert.rejects(
      sql`update accounts set created_at = now()`.execute(api.db),
      /created_at .* never changes/,
    );
    await assert.rejects(sql`update projects set created_via = 'mail'`.execute(api.db));
  });

  test('only the system writes updated_at', async () => {
    const before = await project();
    await sleep(5);
    await sql`update projects set updated_at = '2001-01-01' where project_id = ${projectUuid}`.execute(
      api.db,
    );
    const after = await project();
    assert.ok(after.updated_at > before.updated_at);
  });

  test('an operator command changes updated_at and keeps created_at', async () => {
    const before = await project();
    await sleep(5);
    await renameProject(api.db, projectUuid, 'Renamed');
    const after = await project();
    assert.deepEqual(after.created_at, before.created_at);
    assert.ok(after.updated_at > before.updated_at);
  });
});

describe('versions that scans compare', () => {
  test('archiving and unarchiving a project raises its version; renaming does not', async () => {
    const { version } = await project();
    await setProjectArchived(api.db, projectUuid, true);
    assert.equal((await project()).version, version + 1);
    await setProjectArchived(api.db, projectUuid, false);
    assert.equal((await project()).version, version + 2);
    await renameProject(api.db, projectUuid, 'Again');
    assert.equal((await project()).version, version + 2);
  });

  test('a new time zone raises the account’s version; a new plan doesn’t', async () => {
    const plans = await loadPlanCatalogue('plans.json');
    const { version } = await owner();
    await changeAccount(api.db, plans, account.uuid, { timeZone: 'Asia/Kathmandu' });
    assert.equal((await owner()).version, version + 1);
    await changeAccount(api.db, plans, account.uuid, { plan: 'pro' });
    assert.equal((await owner()).version, version + 1);
  });
});

test('times are stored in milliseconds', async () => {
  const rows = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and data_type like 'timestamp%' and datetime_precision <> 3`.execute(
    api.db,
  );
  assert.deepEqual(rows.rows, []);
});
