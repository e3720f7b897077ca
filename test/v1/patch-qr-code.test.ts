import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { defaultStyle } from '#core/qr-image/default-style.ts';
import { changeAccount } from '#features/accounts/change-account.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { setQrCodeBlocked } from '#features/qr-codes/set-qr-code-blocked.ts';
import { roomyLimits, startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi({ environment: { PUBLIC_BASE_URL: 'https://go.example.com' } });
  account = await api.createAccount();
});
after(() => api.close());

const patch = (id: string, body: unknown, owner = account) =>
  api.request('PATCH', `/v1/qr-codes/${id}`, { key: owner.key, body });
const get = async (id: string) => (await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key })).body;
const uuidOf = (id: string) => parseIdentifier('qrc', id) ?? '';
const rule = { condition: 'device', value: 'ios', url: 'https://example.com/ios' };

describe('200', () => {
  test('the response has all fields of a code, as reading it has', async () => {
    const code = await api.createQrCode(account);
    const { status, body } = await patch(code.qr_id, { label: 'New' });
    assert.equal(status, 200);
    const read = await api.request('GET', `/v1/qr-codes/${code.qr_id}`, { key: account.key });
    const { request_id: _changed, ...changed } = body;
    const { request_id: _read, ...known } = read.body;
    assert.deepEqual(changed, known);
    assert.deepEqual(Object.keys(code).toSorted(), Object.keys(body).toSorted());
  });

  test('each field changes alone, and the others stay', async () => {
    const code = await api.createQrCode(account, { name: 'Old', scan_limit: 3, redirect_rules: [rule] });
    const before = await get(code.qr_id);
    await sleep(3);
    const changes: Record<string, unknown>[] = [
      { label: 'New' },
      { redirect_url: 'https://example.org/' },
      { scan_limit: 9 },
      { expires_at: '2030-01-01T00:00:00.000Z' },
      { redirect_rules: [{ condition: 'country', value: 'FR', url: 'https://example.com/fr' }] },
    ];
    let expected: Record<string, unknown> = before;
    for (const change of changes) {
      await patch(code.qr_id, change);
      const now = await get(code.qr_id);
      expected = { ...expected, ...change };
      for (const field of [
        'label',
        'redirect_url',
        'scan_limit',
        'expires_at',
        'redirect_rules',
        'status',
        'created_at',
      ]) {
        assert.deepEqual(now[field], expected[field], `${field} after ${JSON.stringify(change)}`);
      }
      assert.ok(now.updated_at > before.updated_at);
    }
  });

  test('null clears rules, expiry and limit', async () => {
    const code = await api.createQrCode(account, {
      scan_limit: 3,
      expires_at: '2030-01-01T00:00:00Z',
      redirect_rules: [rule],
    });
    const { body } = await patch(code.qr_id, { scan_limit: null, expires_at: null, redirect_rules: null });
    assert.equal(body.scan_limit, null);
    assert.equal(body.expires_at, null);
    assert.deepEqual(body.redirect_rules, []);
  });

  test('label wins over name; alone, name is its alias', async () => {
    const code = await api.createQrCode(account);
    assert.equal((await patch(code.qr_id, { name: 'A', label: 'B' })).body.label, 'B');
    assert.equal((await patch(code.qr_id, { name: 'C' })).body.label, 'C');
  });

  test('a limit below the count is allowed, and is reached at once', async () => {
    const code = await api.createQrCode(account);
    await sql`update scan_state set scan_count = 10 where qr_id = ${uuidOf(code.qr_id)}`.execute(api.db);
    const { status, body } = await patch(code.qr_id, { scan_limit: 3 });
    assert.equal(status, 200);
    assert.equal(body.scan_count, 10);
  });

  test('unknown fields next to a known one are ignored', async () => {
    const code = await api.createQrCode(account);
    const { status, body } = await patch(code.qr_id, {
      label: 'X',
      scan_count: 99,
      slug: 'qr-mine',
      type: 'text',
      project_id: 'x',
    });
    assert.equal(status, 200);
    assert.equal(body.scan_count, 0);
    assert.equal(body.type, 'url');
  });
});

describe('re-rendering', () => {
  const renderState = (id: string) =>
    api.db
      .selectFrom('qr_codes')
      .select(['render_status', 'render_generation', 'render_requested_at'])
      .where('qr_id', '=', uuidOf(id))
      .executeTakeFirstOrThrow();

  test('a different redirect_url requests a new image; the same one doesn’t', async () => {
    const code = await api.createQrCode(account);
    await api.publishQrCode(code.qr_id);
    const done = await renderState(code.qr_id);
    await patch(code.qr_id, { redirect_url: 'https://example.com/', label: 'Same' });
    assert.deepEqual(await renderState(code.qr_id), done);
    await sleep(3);
    await patch(code.qr_id, { redirect_url: 'https://example.com/other' });
    const asked = await renderState(code.qr_id);
    assert.equal(asked.render_status, 'pending');
    assert.equal(asked.render_generation, done.render_generation + 1);
    assert.ok((asked.render_requested_at ?? 0) > (done.render_requested_at ?? 0));
    const jobs = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs where key = ${`render:${uuidOf(code.qr_id)}`}`.execute(
      api.db,
    );
    assert.deepEqual(jobs.rows, [
      { payload: { qr_id: uuidOf(code.qr_id), generation: asked.render_generation } },
    ]);
  });

  test('archiving a code that waits for its image makes it idle; restoring requests it again', async () => {
    const code = await api.createQrCode(account);
    await patch(code.qr_id, { status: 'archived' });
    assert.equal((await renderState(code.qr_id)).render_status, 'idle');
    await patch(code.qr_id, { status: 'active' });
    assert.equal((await renderState(code.qr_id)).render_status, 'pending');
  });

  test('an archived code waits for no image, whatever else changes', async () => {
    const code = await api.createQrCode(account);
    await api.publishQrCode(code.qr_id);
    await patch(code.qr_id, { status: 'archived', redirect_url: 'https://example.com/a' });
    assert.equal((await renderState(code.qr_id)).render_status, 'idle');
    await patch(code.qr_id, { redirect_url: 'https://example.com/b' });
    assert.equal((await renderState(code.qr_id)).render_status, 'idle');
    await patch(code.qr_id, { status: 'active' });
    assert.equal((await renderState(code.qr_id)).render_status, 'pending');
  });

  test('the slug never changes, and the database refuses to change it', async () => {
    const code = await api.createQrCode(account);
    const slug = await api.publishQrCode(code.qr_id);
    await patch(code.qr_id, { redirect_url: 'https://example.com/again' });
    assert.equal((await get(code.qr_id)).slug, slug);
    await assert.rejects(
      sql`update qr_codes set reserved_slug = 'qr-000000000000' where qr_id = ${uuidOf(code.qr_id)}`.execute(
        api.db,
      ),
      /never changes/,
    );
  });
});

describe('status', () => {
  test('archived: hidden from GET by id and the default list, shown with status=archived, and back', async () => {
    const owner = await api.createAccount();
    const code = await api.createQrCode(owner);
    const { body } = await patch(code.qr_id, { status: 'archived' }, owner);
    assert.equal(body.status, 'archived');
    const list = async (query: string) =>
      (await api.request('GET', `/v1/qr-codes${query}`, { key: owner.key })).body.items.length;
    assert.equal(await list(''), 0);
    assert.equal(await list('?status=archived'), 1);
    assert.equal((await patch(code.qr_id, { status: 'active' }, owner)).status, 200);
    assert.equal(await list(''), 1);
  });

  test('an archived code accepts every change', async () => {
    const code = await api.createQrCode(account);
    await patch(code.qr_id, { status: 'archived' });
    const { status, body } = await patch(code.qr_id, {
      label: 'Still',
      redirect_url: 'https://example.com/z',
      scan_limit: 1,
    });
    assert.equal(status, 200);
    assert.equal(body.status, 'archived');
    assert.equal(body.label, 'Still');
  });

  test('setting the current status changes nothing', async () => {
    const code = await api.createQrCode(account);
    assert.equal((await patch(code.qr_id, { status: 'active' })).body.status, 'active');
    await patch(code.qr_id, { status: 'archived' });
    assert.equal((await patch(code.qr_id, { status: 'archived' })).body.status, 'archived');
  });

  test('a blocked code can be archived, but not activated, by its owner', async () => {
    const code = await api.createQrCode(account);
    await setQrCodeBlocked(api.db, uuidOf(code.qr_id), true);
    const refused = await patch(code.qr_id, { status: 'active' });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.code, 'invalid_request');
    assert.equal((await patch(code.qr_id, { status: 'archived' })).status, 200);
    assert.equal(
      (await patch(code.qr_id, { status: 'active' })).status,
      400,
      'an operator’s block only an operator lifts',
    );
    await setQrCodeBlocked(api.db, uuidOf(code.qr_id), false);
    assert.equal((await patch(code.qr_id, { status: 'active' })).body.status, 'active');
  });

  test('a code that was archived while blocked is restored through the safety check', async () => {
    const code = await api.createQrCode(account);
    const block = (url: string) =>
      api.db
        .updateTable('qr_codes')
        .set({ status: 'archived', blocked_by: 'rescan', redirect_url: url })
        .where('qr_id', '=', uuidOf(code.qr_id))
        .execute();
    await block('https://go.example.com/own');
    const refused = await patch(code.qr_id, { status: 'active' });
    assert.equal(refused.status, 422);
    assert.equal(refused.body.code, 'unsafe_url');
    const fixed = await patch(code.qr_id, { status: 'active', redirect_url: 'https://example.com/safe' });
    assert.equal(fixed.body.status, 'active');
  });
});

describe('the design', () => {
  test('is replaced as a whole, null is the default, and a template is copied', async () => {
    const code = await api.createQrCode(account, { design: { dot_style: 'rounded', dpi: 600 } });
    assert.partialDeepStrictEqual(code.qr_render_metadata, { dot_style: 'rounded', dpi: 600 });
    const changed = await patch(code.qr_id, { design: { eye_style: 'leaf' } });
    assert.partialDeepStrictEqual(changed.body.qr_render_metadata, {
      dot_style: 'square',
      dpi: 300,
      eye_style: 'leaf',
    });
    assert.equal(changed.body.render_status, 'pending');
    assert.deepEqual((await patch(code.qr_id, { design: null })).body.qr_render_metadata, defaultStyle);
    const { template_id: id } = await api.db
      .insertInto('style_templates')
      .values({
        template_id: randomUUID(),
        account_id: account.uuid,
        name: 'Ours',
        design: JSON.stringify({ dot_style: 'dots' }),
      })
      .returning('template_id')
      .executeTakeFirstOrThrow();
    const templateId = formatIdentifier('tpl', id);
    const copied = await patch(code.qr_id, { template_id: templateId });
    assert.equal(copied.body.qr_render_metadata.dot_style, 'dots');
    const made = await api.createQrCode(account, { template_id: templateId });
    assert.equal(made.qr_render_metadata.dot_style, 'dots');
    await api.db.deleteFrom('style_templates').where('template_id', '=', id).execute();
    const read = await api.request('GET', `/v1/qr-codes/${made.qr_id}`, { key: account.key });
    assert.equal(read.body.qr_render_metadata.dot_style, 'dots');
    const gone = await patch(code.qr_id, { template_id: templateId });
    assert.deepEqual(
      [gone.status, gone.body.code, gone.body.param],
      [404, 'template_not_found', 'template_id'],
    );
    const both = await patch(code.qr_id, { template_id: templateId, design: null });
    assert.deepEqual([both.status, both.body.param], [400, 'template_id']);
  });
});

describe('400 invalid_request', () => {
  test('a setting of scans on a static code names the field', async () => {
    const code = await api.createQrCode(account);
    const { rows } = await sql<{ qr_id: string }>`
      with code as (
        insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, qr_data, reserved_slug)
        select gen_random_uuid(), account_id, project_id, 'Guests', 'wifi', '', '{"ssid": "x", "security": "none"}', 'qr-234567892345'
        from qr_codes where qr_id = ${uuidOf(code.qr_id)} returning qr_id),
      state as (insert into scan_state (qr_id, status) select qr_id, 'active' from code)
      select qr_id from code`.execute(api.db);
    const id = formatIdentifier('qrc', rows[0]?.qr_id ?? '');
    const { status, body } = await patch(id, { scan_limit: 5 });
    assert.deepEqual([status, body.param], [400, 'scan_limit']);
    assert.match(body.message, /^scan_limit can't be set: a code of type wifi is static/);
  });

  test('an unknown field inside a rule names it', async () => {
    const code = await api.createQrCode(account);
    const { status, body } = await patch(code.qr_id, { redirect_rules: [{ ...rule, weight: 3 }] });
    assert.deepEqual([status, body.param], [400, 'redirect_rules[0].weight']);
  });

  test('a body without changes lists the possible fields', async () => {
    const code = await api.createQrCode(account);
    for (const body of [{}, { colour: 'red' }]) {
      const answer = await patch(code.qr_id, body);
      assert.equal(answer.status, 400);
      assert.match(
        answer.body.message,
        /label, redirect_url, status, redirect_rules, expires_at, scan_limit/,
      );
    }
  });

  test('redirect_url on a code that is not of type url', async () => {
    for (const content of [{ type: 'dynamic_url' }, { type: 'text', text: 'Hi' }]) {
      const code = await api.createQrCode(account, content);
      const { status, body } = await patch(code.qr_id, { redirect_url: 'https://example.com/x' });
      assert.equal(status, 400);
      assert.equal(body.code, 'invalid_request');
      assert.match(body.message, /^redirect_url /);
      assert.equal((await patch(code.qr_id, { redirect_rules: [rule], scan_limit: 5 })).status, 200);
    }
  });

  const wrong: [string, unknown][] = [
    ['status', { status: 'blocked' }],
    ['status', { status: null }],
    ['status', { status: 'ACTIVE' }],
    ['label', { label: '' }],
    ['label', { label: null }],
    ['redirect_url', { redirect_url: null }],
    ['redirect_url', { redirect_url: 'ftp://example.com' }],
    ['scan_limit', { scan_limit: '5' }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['redirect_rules', { redirect_rules: Array(21).fill(rule) }],
  ];
  for (const [field, body] of wrong) {
    test(`${JSON.stringify(body).slice(0, 60)} names ${field}`, async () => {
      const code = await api.createQrCode(account);
      const answer = await patch(code.qr_id, body);
      assert.equal(answer.status, 400);
      assert.equal(answer.body.code, 'invalid_request');
      assert.match(answer.body.message, new RegExp(`^${field} `));
    });
  }
});

describe('402, 403, 404, 422', () => {
  test('quota_exceeded_qr: restoring uses quota like a new code', async () => {
    const owner = await api.createAccount({ limits: { qr_codes: 1 } });
    const code = await api.createQrCode(owner);
    await patch(code.qr_id, { status: 'archived' }, owner);
    await api.createQrCode(owner);
    const { status, body } = await patch(code.qr_id, { status: 'active' }, owner);
    assert.equal(status, 402);
    assert.equal(body.code, 'quota_exceeded_qr');
  });

  test('feature_disabled after a downgrade: existing values keep working and can be cleared, not set again', async () => {
    const owner = await api.createAccount();
    const code = await api.createQrCode(owner, { scan_limit: 5, redirect_rules: [rule] });
    await changeAccount(api.db, await loadPlanCatalogue('plans.json'), owner.uuid, { plan: 'pro' });
    await sleep(250);
    const { status, body } = await patch(code.qr_id, { scan_limit: 6 }, owner);
    assert.equal(status, 403);
    assert.equal(body.code, 'feature_disabled');
    const again = {
      scan_limit: 5,
      redirect_rules: code.redirect_rules,
      expires_at: null,
      label: 'Written back',
    };
    assert.equal((await patch(code.qr_id, again, owner)).status, 200);
    assert.equal(
      (await patch(code.qr_id, { ...again, redirect_rules: [rule, rule] }, owner)).body.param,
      'redirect_rules',
    );
    const kept = await patch(code.qr_id, { label: 'Kept' }, owner);
    assert.equal(kept.body.scan_limit, 5);
    assert.equal(kept.body.redirect_rules.length, 1);
    assert.equal((await patch(code.qr_id, { scan_limit: null, redirect_rules: [] }, owner)).status, 200);
  });

  test('project_forbidden: restoring a code in an archived project', async () => {
    const owner = await api.createAccount();
    const code = await api.createQrCode(owner);
    await patch(code.qr_id, { status: 'archived' }, owner);
    await setProjectArchived(api.db, parseIdentifier('prj', owner.defaultProjectId) ?? '', true);
    const { status, body } = await patch(code.qr_id, { status: 'active' }, owner);
    assert.equal(status, 403);
    assert.equal(body.code, 'project_forbidden');
    assert.equal((await patch(code.qr_id, { label: 'Other changes are possible' }, owner)).status, 200);
  });

  test('qr_not_found: unknown and malformed ids', async () => {
    for (const id of ['qrc_01JD3Z5T9GQ4R6W8Y0A2C4E6G8', 'nonsense', '%00']) {
      const { status, body } = await patch(id, { label: 'X' });
      assert.equal(status, 404);
      assert.equal(body.code, 'qr_not_found');
    }
  });

  test('unsafe_url: a changed target or rule is checked, and nothing is stored', async () => {
    const code = await api.createQrCode(account);
    const own = 'https://go.example.com/qr-x';
    for (const [body, field] of [
      [{ redirect_url: own, label: 'No' }, /^redirect_url /],
      [{ redirect_rules: [rule, { ...rule, url: own }] }, /^redirect_rules\[1\]\.url /],
    ] as const) {
      const answer = await patch(code.qr_id, body);
      assert.equal(answer.status, 422);
      assert.match(answer.body.message, field);
    }
    assert.equal((await get(code.qr_id)).label, 'Untitled');
  });

  test('order: shape → code → type → plan → project → safety → quota', async () => {
    const owner = await api.createAccount({ plan: 'starter', limits: { ...roomyLimits, qr_codes: 0 } });
    const insert = async (type: 'url' | 'dynamic_url') => {
      await changeAccount(api.db, await loadPlanCatalogue('plans.json'), owner.uuid, {
        limits: { qr_codes: 5 },
      });
      await sleep(250);
      const made = await api.createQrCode(owner, { type });
      await patch(made.qr_id, { status: 'archived' }, owner);
      await changeAccount(api.db, await loadPlanCatalogue('plans.json'), owner.uuid, {
        limits: { qr_codes: 0 },
      });
      await sleep(250);
      return made.qr_id as string;
    };
    const dynamic = await insert('dynamic_url');
    const plain = await insert('url');
    const own = 'https://go.example.com/';
    const send = async (id: string, body: unknown) => (await patch(id, body, owner)).body.code;
    assert.equal(await send('nonsense', { status: 'x' }), 'invalid_request');
    assert.equal(await send('nonsense', { redirect_url: own, scan_limit: 5 }), 'qr_not_found');
    assert.equal(await send(dynamic, { redirect_url: own, scan_limit: 5 }), 'invalid_request');
    assert.equal(
      await send(plain, { redirect_url: own, scan_limit: 5, status: 'active' }),
      'feature_disabled',
    );
    await setProjectArchived(api.db, parseIdentifier('prj', owner.defaultProjectId) ?? '', true);
    assert.equal(await send(plain, { redirect_url: own, status: 'active' }), 'project_forbidden');
    await setProjectArchived(api.db, parseIdentifier('prj', owner.defaultProjectId) ?? '', false);
    assert.equal(await send(plain, { redirect_url: own, status: 'active' }), 'unsafe_url');
    assert.equal(await send(plain, { status: 'active' }), 'quota_exceeded_qr');
  });
});
