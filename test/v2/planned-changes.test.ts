import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { exportAccount } from '#features/account-data/export-account.ts';
import { openFileStore } from '#platform/open-file-store.ts';
import { readMails } from '../support/data/read-mails.ts';
import { until } from '../support/measure/until.ts';
import { restrictedKey } from '../support/scratch/restricted-key.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { noLedgers } from '../support/scratch/test-ledger.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const path = '/v2/planned-changes';
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

const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const send = (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.request(method, at, { key: account.key, headers, ...(body !== undefined && { body }) });

async function makeCodes(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth++) ids.push((await api.createQrCode(account)).qr_id);
  return ids;
}

async function plan(
  qrIds: string[],
  change: Record<string, unknown>,
  ms: number,
  name = '',
): Promise<string> {
  const { status, body } = await send('POST', path, { name, qr_ids: qrIds, change, apply_at: soon(ms) });
  assert.equal(status, 201, JSON.stringify(body));
  return body.plan_id;
}

async function ended(planId: string): Promise<Record<string, any>> {
  for (let tries = 0; tries < 100; tries++) {
    const { body } = await send('GET', `${path}/${planId}`);
    if (body.finished_at !== null) return body;
    await sleep(50);
  }
  throw new Error('the change is not applied');
}

const mailsWith = (words: RegExp) => readMails(api, words);

describe('a planned change', () => {
  test('is applied within a second, the next scan sees it, and the history names who planned it', async () => {
    const [id = ''] = await makeCodes(1);
    const slug = await api.publishQrCode(id);
    const planId = await plan([id], { redirect_url: 'https://example.com/later' }, 700);
    assert.equal((await scanLink(scan.url, slug)).location, 'https://example.com/');
    const { apply_at: due, finished_at: done, status, failed } = await ended(planId);
    assert.deepEqual([status, failed], ['done', 0]);
    const lateMs = Date.parse(done) - Date.parse(due);
    assert.ok(lateMs >= 0 && lateMs < 1_000, `${lateMs} ms late`);
    assert.equal((await scanLink(scan.url, slug)).location, 'https://example.com/later');
    const { body } = await send('GET', `/v2/qr-codes/${id}/history`);
    const { via, actor, changes } = body.items[0];
    assert.deepEqual(
      [via, actor.kind, actor.id],
      ['schedule', 'api_key', `${account.keyId ? actor.id : ''}`],
    );
    assert.equal(changes[0].field, 'redirect_url');
    assert.equal(parseIdentifier('key', actor.id), account.keyId);
  });

  test('of many codes is applied to all of them', async () => {
    const ids = await makeCodes(120);
    const planId = await plan(ids, { status: 'archived' }, 300);
    const { total, done, failed } = await ended(planId);
    assert.deepEqual([total, done, failed], [120, 120, 0]);
    const { rows } = await sql<{ archived: number; entries: number }>`
      select (select count(*) from qr_codes where qr_id = any(${uuids(ids)}::uuid[]) and status = 'archived')::int as archived,
        (select count(*) from code_history where qr_id = any(${uuids(ids)}::uuid[]) and operation = 'changed')::int as entries`.execute(
      api.db,
    );
    assert.deepEqual(rows, [{ archived: 120, entries: 120 }]);
  });

  test('waits for earlier plans of its codes, and neither these nor their number hold up others', async () => {
    const [held = '', free = ''] = await makeCodes(2);
    const stranger = await api.createAccount();
    const { qr_id: theirs } = await api.createQrCode(stranger);
    const [heldId, freeId, theirId] = uuids([held, free, theirs]);
    const due = (label: string, id: string | undefined, by = account, at = '1 minute') => sql<{
      plan_id: string;
    }>`
      insert into planned_changes (account_id, actor_kind, actor_id, label, change, qr_ids, apply_at)
      values (${by.uuid}, 'api_key', ${by.keyId}, '', ${JSON.stringify({ label })}::jsonb, array[${id}::uuid], now() - ${at}::interval)
      returning plan_id`;
    // Claimed for a long time, as if its process was slow, and followed by more plans than fit into a page.
    await sql`insert into planned_changes (account_id, actor_kind, actor_id, label, change, qr_ids, apply_at, started_at, claimed_until)
      select ${account.uuid}, 'api_key', ${account.keyId}, 'slow', jsonb_build_object('label', 'Slow ' || nth), array[${heldId}::uuid],
        now() - interval '2 minutes' + nth * interval '1 ms', case nth when 0 then now() end, case nth when 0 then now() + interval '8 s' end
      from generate_series(0, 160) nth`.execute(api.db);
    for (const query of [due('Free', freeId), due('Theirs', theirId, stranger)]) await query.execute(api.db);
    const labelOf = async (id: string | undefined) =>
      (await sql<{ label: string }>`select label from qr_codes where qr_id = ${id}::uuid`.execute(api.db))
        .rows[0]?.label;
    await until(
      'the others are applied',
      async () => (await labelOf(freeId)) === 'Free' && (await labelOf(theirId)) === 'Theirs',
      6_000,
    );
    assert.doesNotMatch((await labelOf(heldId)) ?? '', /Slow/);
    await until('all are applied', async () => (await labelOf(heldId)) === 'Slow 160', 60_000);
    const { rows } = await sql<{ labels: string[] }>`
      select array_agg(after ->> 'label' order by change_id) as labels from code_history
      where qr_id = ${heldId}::uuid and operation = 'changed'`.execute(api.db);
    assert.deepEqual(
      rows[0]?.labels,
      Array.from({ length: 161 }, (_, nth) => `Slow ${nth}`),
    );
  });

  test('can be changed and cancelled until it begins', async () => {
    const ids = await makeCodes(2);
    const planId = await plan(ids.slice(0, 1), { label: 'First' }, 3_600_000);
    const read = await send('GET', `${path}/${planId}`);
    const stale = await send('PATCH', `${path}/${planId}`, { name: 'New' }, { 'if-match': '"other"' });
    assert.equal(stale.status, 412);
    const tag = { 'if-match': read.headers.get('etag') ?? '' };
    const later = soon(7_200_000);
    const changed = await send('PATCH', `${path}/${planId}`, { apply_at: later, qr_ids: ids }, tag);
    assert.deepEqual([changed.status, changed.body.apply_at, changed.body.total], [200, later, 2]);
    const { body } = await send('GET', path);
    assert.equal(body.items[0].plan_id, planId);
    const cancelled = await send('DELETE', `${path}/${planId}`);
    assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled']);
    assert.equal((await send('DELETE', `${path}/${planId}`)).status, 409);
    const begun = await plan(ids, { label: 'Second' }, 200);
    await ended(begun);
    const refused = await send('PATCH', `${path}/${begun}`, { name: 'Too late' });
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  });

  test('that is refused at its instant changes the other codes, says why, and its planner gets a mail', async () => {
    const ids = await makeCodes(3);
    const project = (await send('POST', '/v1/projects', { name: 'Soon archived' })).body.project_id;
    const planId = await plan(ids, { project_id: project }, 900, 'Move to spring');
    const [, second = ''] = ids;
    await sql`update projects set is_archived = true where project_id = ${parseIdentifier('prj', project)}`.execute(
      api.db,
    );
    const { done, failed, failures } = await ended(planId);
    assert.deepEqual([done, failed], [3, 3]);
    assert.deepEqual([failures[1].qr_id, failures[1].code], [second, 'project_forbidden']);
    const [mail = '', ...others] = await mailsWith(/Move to spring/);
    assert.match(mail, /refused for 3 of 3 codes/);
    assert.match(mail, new RegExp(second));
    assert.equal(others.length, 0);
  });

  test('is refused now if that is known now: the past, an unknown code, a dangerous field, a wrong rule', async () => {
    const [id = ''] = await makeCodes(1);
    const whole = { qr_ids: [id], change: { label: 'New' }, apply_at: soon(60_000) };
    const cases: [Record<string, unknown>, number, string][] = [
      [{ apply_at: soon(-1_000) }, 400, 'apply_at'],
      [{ apply_at: soon(3 * 366 * 86_400_000) }, 400, 'apply_at'],
      [{ apply_at: 'tomorrow' }, 400, 'apply_at'],
      [{ qr_ids: ['qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D'] }, 404, ''],
      [{ qr_ids: [] }, 400, 'qr_ids'],
      [{ change: { content: {} } }, 400, 'change.content'],
      [{ change: { redirect_rules: [{ condition: 'never' }] } }, 400, 'change.redirect_rules[0].condition'],
      [{ change: { redirect_url: 'javascript:alert(1)' } }, 400, 'change.redirect_url'],
    ];
    for (const [wrong, status, param] of cases) {
      const refused = await send('POST', path, { ...whole, ...wrong });
      assert.deepEqual([refused.status, refused.body.param ?? ''], [status, param], JSON.stringify(wrong));
    }
  });

  test('of the same code is applied in the order of their times, also behind one of many codes', async () => {
    const ids = await makeCodes(160);
    const last = ids.at(-1) ?? '';
    const first = await plan(ids, { label: 'First' }, 600);
    const second = await plan([last], { label: 'Second' }, 650);
    await Promise.all([ended(first), ended(second)]);
    const { body } = await send('GET', `/v1/qr-codes/${last}`);
    assert.equal(body.label, 'Second');
  });

  test('that fails in an unexpected way holds up no other one', async () => {
    const [broken = '', fine = ''] = await makeCodes(2);
    const planId = await plan([broken], { label: 'Broken' }, 500);
    const other = await plan([fine], { label: 'Fine' }, 550);
    // Something that no check expects.
    await sql`alter table qr_codes add constraint broken check (label <> 'Broken') not valid`.execute(api.db);
    await ended(other);
    const { body } = await send('GET', `${path}/${planId}`);
    assert.deepEqual([body.done, body.status], [0, 'running']);
    const cancelled = await send('DELETE', `${path}/${planId}`);
    assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled']);
    await sql`alter table qr_codes drop constraint broken`.execute(api.db);
  });

  test('is changed only by those who may change its codes', async () => {
    const { body: made } = await send('POST', '/v1/projects', { name: 'Other' });
    const { qr_id: id } = await api.createQrCode(account, { project_id: made.project_id });
    const planId = await plan([id], { label: 'New' }, 3_600_000);
    const projectIds = [parseIdentifier('prj', account.defaultProjectId) ?? ''];
    const limited = await restrictedKey(api, account, { scopes: ['qr.write'], projectIds });
    assert.equal((await api.request('DELETE', `${path}/${planId}`, { key: limited })).status, 404);
    const key = await restrictedKey(api, account, { scopes: ['qr.write'] });
    const body = { change: { label: 'Mine' } };
    const edited = await api.request('PATCH', `${path}/${planId}`, { key, body });
    assert.deepEqual([edited.status, edited.body.code], [403, 'forbidden']);
    const named = await api.request('PATCH', `${path}/${planId}`, { key, body: { name: 'Later' } });
    assert.equal(named.status, 200);
  });

  test('of a revoked key is refused', async () => {
    const other = await api.createAccount();
    const { qr_id: id } = await api.createQrCode(other);
    const made = await api.request('POST', path, {
      key: other.key,
      body: { qr_ids: [id], change: { label: 'New' }, apply_at: soon(600) },
    });
    await sql`update api_keys set revoked_at = now() where key_id = ${other.keyId}`.execute(api.db);
    await sleep(1_500);
    const { rows } = await sql<{ failures: { code: string }[] }>`
      select failures from planned_changes where plan_id = ${parseIdentifier('pln', made.body.plan_id)}`.execute(
      api.db,
    );
    assert.deepEqual(
      rows[0]?.failures.map(({ code }) => code),
      ['forbidden'],
    );
  });

  test('is part of the data of its account', async () => {
    const { rows } = await sql<{ changes: number }>`
      select count(*)::int as changes from planned_changes where account_id = ${account.uuid}`.execute(
      api.db,
    );
    let exported = '';
    const store = await openFileStore(api.config.fileStore);
    for await (const { name, content } of exportAccount(api.db, noLedgers, store, account.uuid))
      if (name.startsWith('history/planned-changes')) exported += content;
    assert.equal(exported.trim().split('\n').length, rows[0]?.changes);
  });

  test('repeated with the same key is planned once', async () => {
    const [id = ''] = await makeCodes(1);
    const body = { qr_ids: [id], change: { label: 'New' }, apply_at: soon(3_600_000) };
    const key = { 'idempotency-key': 'plan-1' };
    const [one, other] = [await send('POST', path, body, key), await send('POST', path, body, key)];
    assert.equal(one.body.plan_id, other.body.plan_id);
    assert.equal(other.headers.get('idempotent-replayed'), 'true');
  });
});

function uuids(ids: string[]): string[] {
  return ids.map((id) => parseIdentifier('qrc', id) ?? '');
}
