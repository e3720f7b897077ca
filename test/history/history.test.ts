import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { setQrCodeBlocked } from '#features/qr-codes/set-qr-code-blocked.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;
let person: BrowserSession;

const uuid = (prefix: 'acc' | 'qrc' | 'prj' | 'chg', id: string) =>
  parseIdentifier(prefix, id) ?? assert.fail(id);

before(async () => {
  api = await startTestApi({
    environment: { API_BASE_URL: 'https://app.example.com', TRUSTED_PROXIES: '127.0.0.1/32' },
  });
  account = await api.createAccount({ plan: 'enterprise' });
  person = await signedIn(api, '198.51.100.9');
  const { body } = await person.get('/dashboard/api/auth/get-session');
  await sql`insert into account_users (account_id, user_id, role)
    values (${uuid('acc', account.accountId)}, ${body.user.id}, 'owner')`.execute(api.db);
});
after(() => api.close());

const inAccount = () => ({ 'x-waypost-account': account.accountId });
const as = (method: string, path: string, body?: unknown, headers = {}) =>
  person.send(method, path, body, { ...inAccount(), ...headers });
const patch = (qrId: string, body: unknown, headers = {}) =>
  api.request('PATCH', `/v1/qr-codes/${qrId}`, { key: account.key, body, headers });
const historyOf = async (qrId: string) =>
  (await api.request('GET', `/v2/qr-codes/${qrId}/history`, { key: account.key })).body.items;
const revert = (qrId: string, changeId: string, headers = {}) =>
  api.request('POST', `/v2/qr-codes/${qrId}/revert`, {
    key: account.key,
    body: { change_id: changeId },
    headers,
  });

describe('the history of a code', () => {
  test('names who changed what, with the values before and after, newest first', async () => {
    const { qr_id: qrId } = await api.createQrCode(account, { name: 'Menu' });
    await patch(qrId, { redirect_url: 'https://example.com/summer', scan_limit: 9 });
    await as('PATCH', `/dashboard/api/qr-codes/${qrId}`, { label: 'Lunch' });
    await setQrCodeBlocked(api.db, uuid('qrc', qrId), true);
    const [blocked, renamed, moved, created] = await historyOf(qrId);
    assert.deepEqual(
      [blocked.actor.kind, blocked.changes.map((c: { field: string }) => c.field)],
      ['system', ['status']],
    );
    assert.deepEqual(
      [renamed.actor.kind, renamed.actor.name, renamed.via, renamed.changes],
      ['member', 'Ada', 'dashboard', [{ field: 'label', before: 'Menu', after: 'Lunch' }]],
    );
    assert.deepEqual(
      [moved.actor.kind, moved.actor.id, moved.via],
      ['api_key', formatIdentifier('key', account.keyId), 'api'],
    );
    assert.deepEqual(
      new Map(
        moved.changes.map((c: { field: string; before: unknown; after: unknown }) => [
          c.field,
          [c.before, c.after],
        ]),
      ),
      new Map<string, unknown>([
        ['redirect_url', ['https://example.com/', 'https://example.com/summer']],
        ['scan_limit', [null, 9]],
      ]),
    );
    assert.deepEqual([created.operation, created.actor.kind], ['created', 'api_key']);
    assert.equal(JSON.stringify([blocked, renamed, moved, created]).includes('@'), false, 'no email address');
  });

  test('a change that changes nothing is no entry', async () => {
    const { qr_id: qrId } = await api.createQrCode(account, { name: 'Same' });
    await patch(qrId, { label: 'Same', redirect_rules: [], scan_limit: null });
    assert.equal((await historyOf(qrId)).length, 1);
  });

  test('has pages', async () => {
    const { qr_id: qrId } = await api.createQrCode(account);
    for (const label of ['a', 'b', 'c', 'd']) await patch(qrId, { label });
    const seen: string[] = [];
    let token = '';
    do {
      const { body } = await api.request(
        'GET',
        `/v2/qr-codes/${qrId}/history?page_size=2${token && `&page_token=${token}`}`,
        { key: account.key },
      );
      seen.push(...body.items.map((item: { change_id: string }) => item.change_id));
      token = body.next_page_token ?? '';
    } while (token !== '');
    assert.equal(new Set(seen).size, 5);
    assert.deepEqual(seen, seen.toSorted().toReversed());
  });

  test('refuses an unknown parameter, which /v1 would ignore', async () => {
    const { qr_id: qrId } = await api.createQrCode(account);
    const answer = await api.request('GET', `/v2/qr-codes/${qrId}/history?pagesize=1`, { key: account.key });
    assert.deepEqual([answer.status, answer.body.version], [400, '2026-12-01-v2']);
  });

  test('never contains a Wi-Fi password', async () => {
    const made = await as('POST', '/dashboard/api/qr-codes', {
      type: 'wifi',
      name: 'Guests',
      content: { ssid: 'Guests', password: 'correct horse battery', security: 'WPA' },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const [created] = await historyOf(made.body.qr_id);
    const data = created.changes.find((change: { field: string }) => change.field === 'qr_data');
    assert.deepEqual(data.after.password, { secret: true });
    const { rows } = await sql<{ text: string }>`select code_history::text as text from code_history`.execute(
      api.db,
    );
    assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes('correct horse battery')));
  });

  test('is not changed by anybody, and is removed only with its account', async () => {
    const { qr_id: qrId } = await api.createQrCode(account);
    const id = uuid('qrc', qrId);
    for (const statement of [
      sql`update code_history set actor_id = 'somebody else' where qr_id = ${id}`,
      sql`update code_history set after = '{}' where qr_id = ${id}`,
      sql`delete from code_history where qr_id = ${id}`,
      sql`update account_history set via = 'api' where account_id = ${account.uuid}`,
      sql`delete from account_history where account_id = ${account.uuid}`,
    ])
      await assert.rejects(statement.execute(api.db), /history never changes/);
  });
});

describe('a revert', () => {
  test('restores the values before the change as a new change, and can be reverted itself', async () => {
    const rules = [{ condition: 'device', value: 'ios', url: 'https://example.com/ios' }];
    const { qr_id: qrId } = await api.createQrCode(account, { name: 'Before', redirect_rules: rules });
    const original = (await api.request('GET', `/v1/qr-codes/${qrId}`, { key: account.key })).body;
    const changed = await patch(qrId, {
      label: 'After',
      redirect_url: 'https://example.com/after',
      redirect_rules: [],
      scan_limit: 5,
      expires_at: '2030-01-01T00:00:00Z',
      status: 'archived',
    });
    assert.equal(changed.status, 200);
    const [change] = await historyOf(qrId);
    const reverted = await revert(qrId, change.change_id);
    assert.equal(reverted.status, 200, JSON.stringify(reverted.body));
    const writable = ['label', 'redirect_url', 'redirect_rules', 'scan_limit', 'expires_at', 'status'];
    const pick = (body: Record<string, unknown>) => writable.map((field) => body[field]);
    assert.deepEqual(pick(reverted.body), pick(original));
    const [back] = await historyOf(qrId);
    const again = await revert(qrId, back.change_id);
    assert.deepEqual(pick(again.body), pick(changed.body));
    assert.equal(
      (await revert(qrId, change.change_id)).body.code,
      'conflict',
      'its fields were changed again',
    );
  });

  test('is refused for creation, for blocks, for unknown changes and for fields that were changed again', async () => {
    const { qr_id: qrId } = await api.createQrCode(account);
    const other = (await api.createQrCode(account)).qr_id;
    await patch(qrId, { label: 'one' });
    await patch(qrId, { label: 'two', scan_limit: 3 });
    await setQrCodeBlocked(api.db, uuid('qrc', qrId), true);
    const [blocked, , first, created] = await historyOf(qrId);
    for (const [changeId, code] of [
      [created.change_id, 'conflict'],
      [blocked.change_id, 'conflict'],
      [first.change_id, 'conflict'],
      ['chg_00000000000000000000000000', 'change_not_found'],
      ['nonsense', 'change_not_found'],
      [(await historyOf(other))[0].change_id, 'change_not_found'],
    ])
      assert.equal((await revert(qrId, changeId)).body.code, code, changeId);
  });

  test('goes through the checks of a change: the quota', async () => {
    const small = await api.createAccount({
      plan: 'enterprise',
      limits: { qr_codes: 1, requests_per_second: 1_000, requests_per_minute: 100_000 },
    });
    const { qr_id: qrId } = await api.createQrCode(small);
    await api.request('PATCH', `/v1/qr-codes/${qrId}`, { key: small.key, body: { status: 'archived' } });
    const { body } = await api.request('GET', `/v2/qr-codes/${qrId}/history`, { key: small.key });
    await api.createQrCode(small);
    const answer = await api.request('POST', `/v2/qr-codes/${qrId}/revert`, {
      key: small.key,
      body: { change_id: body.items[0].change_id },
    });
    assert.deepEqual([answer.status, answer.body.code], [402, 'quota_exceeded_qr']);
  });

  test('with the same Idempotency-Key is carried out once, also if both arrive at the same time', async () => {
    const { qr_id: qrId } = await api.createQrCode(account, { name: 'Once' });
    await patch(qrId, { label: 'Twice' });
    const [change] = await historyOf(qrId);
    const headers = { 'idempotency-key': `revert ${qrId}` };
    const send = () => revert(qrId, change.change_id, headers);
    const answers = [...(await Promise.all([send(), send()])), await send()];
    for (const { status, body } of answers)
      assert.deepEqual([status, body.label], [200, 'Once'], JSON.stringify(body));
    assert.equal((await historyOf(qrId)).length, 3);
    const other = await revert(qrId, 'chg_00000000000000000000000000', headers);
    assert.equal(other.body.code, 'idempotency_conflict');
  });

  test('by a program is refused for what programs cannot change; a member can', async () => {
    const { qr_id: qrId } = await api.createQrCode(account);
    await as('PATCH', `/dashboard/api/qr-codes/${qrId}`, { analytics_enabled: false });
    const [change] = await historyOf(qrId);
    assert.equal((await revert(qrId, change.change_id)).body.code, 'conflict');
    const byMember = await as('POST', `/dashboard/api/qr-codes/${qrId}/revert`, {
      change_id: change.change_id,
    });
    assert.equal(byMember.status, 200, JSON.stringify(byMember.body));
    const { body } = await as('GET', `/dashboard/api/qr-codes/${qrId}`);
    assert.equal(body.qr_code.analytics_enabled, true);
  });

  test('of the stores of an app code restores all of them', async () => {
    const store = (name: string) => ({
      ios_url: `https://apps.apple.com/app/${name}`,
      android_url: `https://play.google.com/store/apps/details?id=${name}`,
      fallback_url: `https://example.com/${name}`,
    });
    const made = await as('POST', '/dashboard/api/qr-codes', {
      type: 'app_store',
      name: 'App',
      content: store('one'),
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const path = `/dashboard/api/qr-codes/${made.body.qr_id}`;
    const { body: original } = await as('GET', path);
    await as('PATCH', path, { content: store('two') });
    const [byMember] = await historyOf(made.body.qr_id);
    assert.equal(
      (await revert(made.body.qr_id, byMember.change_id)).body.code,
      'conflict',
      'not by a program',
    );
    const [change] = (await as('GET', `${path}/history`)).body.items;
    assert.equal((await as('POST', `${path}/revert`, { change_id: change.change_id })).status, 200);
    const { body } = await as('GET', path);
    assert.deepEqual(
      [body.qr_code.redirect_url, body.qr_code.redirect_rules],
      [original.qr_code.redirect_url, original.qr_code.redirect_rules],
    );
  });
});

describe('the audit log', () => {
  test('has everything that members, keys and operators change in the account, with filters and as CSV', async () => {
    await as('POST', '/dashboard/api/projects', { name: '=HYPERLINK("https://example.com")' });
    await as('PATCH', '/dashboard/api/account', { timezone: 'Asia/Tokyo' });
    await as('POST', '/dashboard/api/designs/templates', {
      name: 'Blue',
      design: { foreground_color: '#000088' },
    });
    await api.createQrCode(account, { name: 'By a key' });
    const { body } = await as('GET', '/dashboard/api/audit-log?page_size=100');
    const subjects = new Set(body.items.map((item: { subject: string }) => item.subject));
    for (const subject of ['code', 'project', 'account', 'template', 'member', 'key'])
      assert.ok(subjects.has(subject), `${subject} in ${[...subjects].join(' ')}`);
    const templates = (await as('GET', '/dashboard/api/audit-log?subject=template')).body.items;
    assert.deepEqual(
      new Set(templates.map((item: { subject: string }) => item.subject)),
      new Set(['template']),
    );
    const keyId = formatIdentifier('key', account.keyId);
    const byKey = (await as('GET', `/dashboard/api/audit-log?actor=${keyId}`)).body.items;
    assert.ok(byKey.length > 0);
    assert.ok(byKey.every((item: { actor: { id: string } }) => item.actor.id === keyId));
    const none = (await as('GET', '/dashboard/api/audit-log?until=2020-01-01T00:00:00Z')).body.items;
    assert.deepEqual(none, []);
    const csv = String((await as('GET', '/dashboard/api/audit-log.csv')).body);
    assert.match(csv, /^changed_at,actor_kind,/);
    assert.match(csv, /"'=HYPERLINK\(""https/);
  });

  test('pages through everything once', async () => {
    const all: string[] = [];
    let token = '';
    do {
      const { body } = await as(
        'GET',
        `/dashboard/api/audit-log?page_size=7${token && `&page_token=${token}`}`,
      );
      all.push(...body.items.map((item: { change_id: string }) => item.change_id));
      token = body.next_page_token ?? '';
    } while (token !== '');
    const { rows } = await sql<{ changes: number }>`
      select ((select count(*) from code_history where account_id = ${account.uuid} and bulk_id is null)
        + (select count(*) from account_history where account_id = ${account.uuid})
        + (select count(*) from bulk_changes where account_id = ${account.uuid}))::int as changes`.execute(
      api.db,
    );
    assert.equal(new Set(all).size, rows[0]?.changes);
    assert.equal(all.length, rows[0]?.changes);
  });
});

describe('a bulk change', () => {
  const many = scaled(1_000, 120);

  const finish = async (bulkId: string) => {
    for (let steps = 0; steps < 100; steps++) {
      const { body } = await as('POST', `/dashboard/api/bulk-changes/${bulkId}/continue`);
      if (body.bulk_change.finished_at !== null) return body.bulk_change;
    }
    return assert.fail('it never ends');
  };

  test('archives many codes as one entry, and is undone as one; the quota stays exact', async () => {
    const own = await api.createAccount({ plan: 'enterprise' });
    const { body: me } = await person.get('/dashboard/api/auth/get-session');
    await sql`insert into account_users (account_id, user_id, role) values (${own.uuid}, ${me.user.id}, 'owner')`.execute(
      api.db,
    );
    const headers = { 'x-waypost-account': own.accountId };
    const send = (method: string, path: string, body?: unknown) => person.send(method, path, body, headers);
    const step = async (bulkId: string) =>
      (await send('POST', `/dashboard/api/bulk-changes/${bulkId}/continue`)).body.bulk_change;
    const codes: string[] = [];
    for (let nth = 0; nth < many; nth++) codes.push((await api.createQrCode(own)).qr_id);
    const live = async () => {
      const { rows } = await sql<{ live: number; counted: number }>`
        select live_qr_codes as live, (select count(*)::int from qr_codes where account_id = ${own.uuid} and status <> 'archived') as counted
        from account_usage where account_id = ${own.uuid}`.execute(api.db);
      assert.equal(rows[0]?.live, rows[0]?.counted);
      return rows[0]?.live;
    };
    const made = await send('POST', '/dashboard/api/bulk-changes', {
      qr_ids: codes,
      change: { status: 'archived' },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const bulkId = made.body.bulk_change.bulk_id;
    let bulk = await step(bulkId);
    assert.ok(bulk.done > 0 && bulk.done < many, `${bulk.done} after one step`);
    while (bulk.finished_at === null) bulk = await step(bulkId);
    assert.deepEqual([bulk.done, bulk.failed, await live()], [many, 0, 0]);
    const { body: log } = await send('GET', '/dashboard/api/audit-log?page_size=100');
    const entries = log.items.filter((item: { subject: string }) => item.subject === 'bulk');
    assert.equal(entries.length, 1);
    assert.deepEqual([entries[0].actor.kind, entries[0].actor.name], ['member', 'Ada']);
    const undone = await send('POST', `/dashboard/api/bulk-changes/${bulkId}/revert`);
    assert.equal(undone.status, 201);
    let back = undone.body.bulk_change;
    while (back.finished_at === null) back = await step(back.bulk_id);
    assert.deepEqual([back.done, back.failed, await live()], [many, 0, many]);
    const twice = await send('POST', `/dashboard/api/bulk-changes/${bulkId}/revert`);
    assert.deepEqual([twice.status, twice.body.code], [409, 'conflict']);
  });

  test('that was planned is one entry of its planner, and undoing it while it runs stops it', async () => {
    const codes: string[] = [];
    for (let nth = 0; nth < 400; nth++) codes.push((await api.createQrCode(account)).qr_id);
    const planned = await as('POST', '/dashboard/api/planned-changes', {
      qr_ids: codes,
      change: { label: 'Planned' },
      apply_at: new Date(Date.now() + 300).toISOString(),
    });
    assert.equal(planned.status, 201, JSON.stringify(planned.body));
    const uuid = parseIdentifier('pln', planned.body.planned_change.plan_id) ?? '';
    const bulkPath = `/dashboard/api/bulk-changes/${formatIdentifier('blk', uuid)}`;
    const stateOf = async () => {
      const { rows } = await sql<{ done: number; is_over: boolean; changed: number }>`
        select done, finished_at is not null or cancelled_at is not null as is_over,
          (select count(*)::int from qr_codes where label = 'Planned') as changed
        from planned_changes where plan_id = ${uuid}`.execute(api.db);
      return rows[0] ?? assert.fail();
    };
    while ((await stateOf()).done === 0) await sleep(5);
    // The page of another change can't push it on.
    await as('POST', `${bulkPath}/continue`);
    const undone = await as('POST', `${bulkPath}/revert`);
    assert.equal(undone.status, 201, JSON.stringify(undone.body));
    await finish(undone.body.bulk_change.bulk_id);
    while (!(await stateOf()).is_over) await sleep(20);
    const { done, changed } = await stateOf();
    assert.ok(done < codes.length, `${done} of ${codes.length} before it was undone`);
    assert.equal(changed, 0);
  });

  test('belongs to the member who started it, and to editors of the whole account', async () => {
    const mine = (await api.createQrCode(account)).qr_id;
    const { body } = await as('POST', '/dashboard/api/bulk-changes', {
      qr_ids: [mine],
      change: { label: 'x' },
    });
    const limited = await signedIn(api, '198.51.100.33');
    const { body: me } = await limited.get('/dashboard/api/auth/get-session');
    await sql`insert into account_users (account_id, user_id, role) values (${account.uuid}, ${me.user.id}, null)`.execute(
      api.db,
    );
    await sql`insert into member_projects (account_id, user_id, project_id, role)
      values (${account.uuid}, ${me.user.id}, ${uuid('prj', account.defaultProjectId)}, 'editor')`.execute(
      api.db,
    );
    const path = `/dashboard/api/bulk-changes/${body.bulk_change.bulk_id}`;
    for (const [method, end] of [
      ['GET', ''],
      ['POST', '/continue'],
      ['POST', '/revert'],
    ] as const)
      assert.equal((await limited.send(method, path + end, undefined, inAccount())).status, 404, end);
  });

  test('can be undone before it is finished: the rest is never changed', async () => {
    const codes: string[] = [];
    for (let nth = 0; nth < 120; nth++) codes.push((await api.createQrCode(account, { name: 'Keep' })).qr_id);
    const { body } = await as('POST', '/dashboard/api/bulk-changes', {
      qr_ids: codes,
      change: { label: 'Oops' },
    });
    const bulkId = body.bulk_change.bulk_id;
    await as('POST', `/dashboard/api/bulk-changes/${bulkId}/continue`);
    const undone = await as('POST', `/dashboard/api/bulk-changes/${bulkId}/revert`);
    assert.equal(undone.status, 201, JSON.stringify(undone.body));
    await finish(undone.body.bulk_change.bulk_id);
    await as('POST', `/dashboard/api/bulk-changes/${bulkId}/continue`);
    const { rows } = await sql<{ labels: number }>`
      select count(*)::int as labels from qr_codes where account_id = ${account.uuid} and label = 'Oops'`.execute(
      api.db,
    );
    assert.equal(rows[0]?.labels, 0);
  });

  test('stores no content, which may hold secrets', async () => {
    const mine = (await api.createQrCode(account)).qr_id;
    const answer = await as('POST', '/dashboard/api/bulk-changes', {
      qr_ids: [mine],
      change: { label: 'x', content: { ssid: 'x', security: 'WPA', password: 'hunter2hunter2' } },
    });
    assert.equal(answer.status, 400);
    const { rows } = await sql<{ text: string }>`select bulk_changes::text as text from bulk_changes`.execute(
      api.db,
    );
    assert.ok(rows.every(({ text }) => !text.includes('hunter2')));
  });

  test('names the codes that it could not change, and changes the others', async () => {
    const mine = (await api.createQrCode(account)).qr_id;
    const stranger = await api.createAccount();
    const theirs = (await api.createQrCode(stranger)).qr_id;
    const { body } = await as('POST', '/dashboard/api/bulk-changes', {
      qr_ids: [theirs, mine],
      change: { label: 'Both' },
    });
    const bulk = await finish(body.bulk_change.bulk_id);
    assert.deepEqual(
      [bulk.done, bulk.failures.map((f: { qr_id: string; code: string }) => [f.qr_id, f.code])],
      [2, [[theirs, 'qr_not_found']]],
    );
    assert.equal((await api.request('GET', `/v1/qr-codes/${mine}`, { key: account.key })).body.label, 'Both');
    assert.notEqual(
      (await api.request('GET', `/v1/qr-codes/${theirs}`, { key: stranger.key })).body.label,
      'Both',
    );
  });
});

describe('concurrent edits', () => {
  test('with If-Match, the second of two edits gets a 412, and nothing is lost', async () => {
    const { qr_id: qrId } = await api.createQrCode(account, { name: 'Start' });
    const read = await api.request('GET', `/v1/qr-codes/${qrId}`, { key: account.key });
    const tag = read.headers.get('etag') ?? assert.fail('no ETag');
    const answers = await Promise.all(
      ['one', 'two'].map((label) => patch(qrId, { label }, { 'if-match': tag })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 412]));
    assert.equal(answers.find(({ status }) => status === 412)?.body.code, 'precondition_failed');
  });

  test('a finished image and a scan are no change; compression and lists of tags do not matter', async () => {
    const { qr_id: qrId } = await api.createQrCode(account);
    const { headers } = await api.request('GET', `/v1/qr-codes/${qrId}`, { key: account.key });
    const tag = headers.get('etag') ?? assert.fail('no ETag');
    await api.publishQrCode(qrId);
    await sql`update scan_state set scan_count = 7 where qr_id = ${uuid('qrc', qrId)}`.execute(api.db);
    const now = await api.request('GET', `/v1/qr-codes/${qrId}`, { key: account.key });
    assert.notEqual(now.headers.get('etag'), tag, 'the whole document did change');
    assert.equal((await patch(qrId, { label: 'x' }, { 'if-match': `"other", W/${tag}` })).status, 200);
    assert.equal((await patch(qrId, { label: 'y' }, { 'if-match': tag })).status, 412);
    assert.equal((await patch(qrId, { label: 'y' }, { 'if-match': '*' })).status, 200);
  });

  test('every response with one code carries a tag, and a reader that has it gets a 304', async () => {
    const made = await api.request('POST', '/v1/qr-codes', {
      key: account.key,
      body: { redirect_url: 'https://example.com/', scan_limit: 3 },
      headers: { 'idempotency-key': 'tagged' },
    });
    const repeated = await api.request('POST', '/v1/qr-codes', {
      key: account.key,
      body: { redirect_url: 'https://example.com/', scan_limit: 3 },
      headers: { 'idempotency-key': 'tagged' },
    });
    const tag = made.headers.get('etag') ?? assert.fail('no ETag');
    assert.equal(repeated.headers.get('etag'), tag);
    const read = await fetch(`${api.url}/v1/qr-codes/${made.body.qr_id}`, {
      headers: { 'x-api-key': account.key, 'if-none-match': tag },
    });
    assert.deepEqual([read.status, await read.text(), read.headers.get('etag')], [304, '', tag]);
    assert.equal((await patch(made.body.qr_id, { label: 'z' }, { 'if-match': tag })).status, 200);
  });

  test('the resource comes first, then the tag, then the rest', async () => {
    const { qr_id: qrId } = await api.createQrCode(account);
    const stale = { 'if-match': '"a.b"' };
    assert.equal((await patch('qrc_01JD3Z5T9GQ4R6W8Y0A2C4E6G8', { label: 'x' }, stale)).status, 404);
    assert.equal((await patch(qrId, { redirect_url: 'https://go.example.com/x' }, stale)).status, 412);
    assert.equal((await patch(qrId, { label: 5 }, stale)).status, 400);
    await patch(qrId, { label: 'x' });
    const [change] = await historyOf(qrId);
    assert.equal((await revert(qrId, change.change_id, stale)).status, 412);
  });
});
