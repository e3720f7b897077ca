import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { defaultStyle } from '#core/qr-image/default-style.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { roomyLimits, startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi({ environment: { PUBLIC_BASE_URL: 'https://go.example.com' } });
  account = await api.createAccount();
});
after(() => api.close());

const create = (body: unknown, owner = account) =>
  api.request('POST', '/v1/qr-codes', { key: owner.key, body });
const get = async (id: string, owner = account) =>
  (await api.request('GET', `/v1/qr-codes/${id}`, { key: owner.key })).body;

describe('201', () => {
  test('a code is created active and pending, with all fields of a code', async () => {
    const { status, body } = await create({ name: 'Menu', redirect_url: 'https://example.com/menu' });
    assert.equal(status, 201);
    const {
      ok,
      version,
      request_id: _id,
      qr_id: id,
      created_at: at,
      updated_at: _at,
      render_requested_at: requested,
      ...rest
    } = body;
    assert.match(id, /^qrc_[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(requested, at);
    assert.deepEqual(
      { ok, version, ...rest },
      {
        ok: true,
        version: '2025-11-14-v1',
        project_id: account.defaultProjectId,
        slug: null,
        short_link: null,
        type: 'url',
        label: 'Menu',
        status: 'active',
        render_status: 'pending',
        destination_url: null,
        redirect_url: 'https://example.com/menu',
        file_url_svg: null,
        file_url_png: null,
        analytics_enabled: true,
        last_rendered_at: null,
        render_attempt: 0,
        render_error: null,
        redirect_rules: [],
        expires_at: null,
        scan_limit: null,
        scan_count: 0,
        tags: [],
        forwarded_params: [],
        qr_data: { url: 'https://example.com/menu' },
        qr_render_metadata: defaultStyle,
      },
    );
  });

  test('name becomes the label and wins over label; alone, label does; without either it is Untitled', async () => {
    const url = { redirect_url: 'https://example.com/' };
    assert.equal((await create({ ...url, name: ' A ', label: 'B' })).body.label, 'A');
    assert.equal((await create({ ...url, label: 'B' })).body.label, 'B');
    assert.equal((await create(url)).body.label, 'Untitled');
  });

  test('dynamic_url needs redirect_url like url, and its qr_data is the url', async () => {
    const { body } = await create({ type: 'dynamic_url', redirect_url: 'https://example.com/x' });
    assert.equal(body.type, 'dynamic_url');
    assert.deepEqual((await get(body.qr_id)).qr_data, { url: 'https://example.com/x' });
  });

  test('text needs text or qr_data.text; its redirect_url is the empty string', async () => {
    for (const content of [{ text: ' Hello ' }, { qr_data: { text: 'Hello' } }]) {
      const { status, body } = await create({ type: 'text', ...content });
      assert.equal(status, 201);
      assert.equal(body.redirect_url, '');
      assert.deepEqual((await get(body.qr_id)).qr_data, { text: 'Hello' });
    }
  });

  test('project_id chooses the project; without it the default project is used', async () => {
    const project = await api.request('POST', '/v1/projects', { key: account.key, body: { name: 'Other' } });
    const chosen = await create({
      redirect_url: 'https://example.com/',
      project_id: project.body.project_id,
    });
    assert.equal(chosen.body.project_id, project.body.project_id);
  });

  test('rules, expiry and limit come back normalised', async () => {
    const rules = [
      {
        condition: 'country',
        value: 'de',
        condition2: 'device',
        value2: 'ios',
        url: 'HTTPS://EXAMPLE.com/a b',
      },
      {
        condition: 'schedule',
        schedule_days: ['mon', 'fri'],
        schedule_start: '00:00',
        schedule_end: '23:59',
        url: 'http://x.org',
      },
    ];
    const { body } = await create({
      redirect_url: 'https://example.com/',
      redirect_rules: rules,
      expires_at: '2027-03-01T10:00:00.5+02:00',
      scan_limit: 2_147_483_647,
    });
    const code = await get(body.qr_id);
    assert.deepEqual(code.redirect_rules, [
      {
        condition: 'country',
        value: 'DE',
        condition2: 'device',
        value2: 'ios',
        url: 'https://example.com/a%20b',
      },
      {
        condition: 'schedule',
        schedule_days: ['mon', 'fri'],
        schedule_start: '00:00',
        schedule_end: '23:59',
        url: 'http://x.org/',
      },
    ]);
    assert.equal(
      JSON.stringify(Object.keys(code.redirect_rules[0])),
      '["condition","value","condition2","value2","url"]',
    );
    assert.equal(code.expires_at, '2027-03-01T08:00:00.500Z');
    assert.equal(code.scan_limit, 2_147_483_647);
    assert.equal(code.scan_count, 0);
  });

  test('a past expiry is allowed, and expires the code at once', async () => {
    const { status } = await create({
      redirect_url: 'https://example.com/',
      expires_at: '2001-01-01T00:00:00Z',
    });
    assert.equal(status, 201);
  });

  test('the render job is enqueued with the code, and its slug is chosen', async () => {
    const { body } = await create({ redirect_url: 'https://example.com/' });
    const uuid = parseIdentifier('qrc', body.qr_id) ?? '';
    const jobs = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs where key = ${`render:${uuid}`}`.execute(api.db);
    assert.deepEqual(jobs.rows, [{ payload: { qr_id: uuid, generation: 1 } }]);
    const row = await api.db
      .selectFrom('qr_codes')
      .select(['reserved_slug', 'is_slug_public'])
      .where('qr_id', '=', uuid)
      .executeTakeFirstOrThrow();
    assert.match(row.reserved_slug, /^qr-[0-9a-hjkmnp-tv-z]{12}$/);
    assert.equal(row.is_slug_public, false);
  });

  test('the same Idempotency-Key creates one code, and repeats its response', async () => {
    const owner = await api.createAccount();
    const send = () =>
      api.request('POST', '/v1/qr-codes', {
        key: owner.key,
        body: { redirect_url: 'https://example.com/' },
        headers: { 'idempotency-key': 'once' },
      });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map(({ body }) => body.qr_id)).size, 1);
    const list = await api.request('GET', '/v1/qr-codes', { key: owner.key });
    assert.equal(list.body.items.length, 1);
  });

  test('the same key on another path is another request', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const rawBody = '{"name":"Both","redirect_url":"https://example.com/"}';
    const first = await api.request('POST', '/v1/projects', { key: account.key, rawBody, headers });
    const second = await api.request('POST', '/v1/qr-codes', { key: account.key, rawBody, headers });
    assert.deepEqual([first.status, second.status], [201, 201]);
  });
});

describe('400 invalid_request names the field', () => {
  const url = { redirect_url: 'https://example.com/' };
  const rule = { condition: 'device', value: 'ios', url: 'https://example.com/' };
  const schedule = {
    condition: 'schedule',
    schedule_days: ['mon'],
    schedule_start: '09:00',
    schedule_end: '10:00',
    url: 'https://example.com/',
  };
  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ['redirect_url is missing', {}, /^redirect_url is required/],
    ['redirect_url is missing for dynamic_url', { type: 'dynamic_url' }, /^redirect_url is required/],
    ['redirect_url is null', { redirect_url: null }, /^redirect_url /],
    ['redirect_url is relative', { redirect_url: '/menu' }, /^redirect_url must be an absolute/],
    [
      'redirect_url is another scheme',
      { redirect_url: 'java\nscript:alert(1)' },
      /^redirect_url must be an absolute/,
    ],
    [
      'redirect_url has credentials',
      { redirect_url: 'https://user@example.com/' },
      /^redirect_url must not contain/,
    ],
    [
      'redirect_url is too long',
      { redirect_url: `https://example.com/${'a'.repeat(2048)}` },
      /^redirect_url .* 2048/,
    ],
    [
      'redirect_url is too long once encoded',
      { redirect_url: `https://example.com/${'é'.repeat(1000)}` },
      /^redirect_url .* 2048/,
    ],
    ['name is empty', { ...url, name: ' ' }, /^name /],
    ['name is a number', { ...url, name: 5 }, /^name /],
    ['label is too long', { ...url, label: 'a'.repeat(256) }, /^label /],
    ['type is unknown', { ...url, type: 'poem' }, /^type must be one of url, dynamic_url, text/],
    [
      'type belongs to the dashboard',
      { ...url, type: 'wifi' },
      /^Codes of type wifi can be created only in the dashboard/,
    ],
    ['type is null', { ...url, type: null }, /^type /],
    ['text is missing', { type: 'text' }, /^text is required/],
    ['text is empty', { type: 'text', text: '' }, /^text /],
    ['text is too long', { type: 'text', text: 'a'.repeat(4001) }, /^text /],
    ['project_id is a number', { ...url, project_id: 5 }, /^project_id /],
    ['scan_limit is text', { ...url, scan_limit: '5' }, /^scan_limit /],
    ['scan_limit is a fraction', { ...url, scan_limit: 1.5 }, /^scan_limit /],
    ['scan_limit is zero', { ...url, scan_limit: 0 }, /^scan_limit /],
    ['scan_limit is too large', { ...url, scan_limit: 2_147_483_648 }, /^scan_limit /],
    ['expires_at has no offset', { ...url, expires_at: '2027-01-01T00:00:00' }, /^expires_at /],
    ['expires_at is no date', { ...url, expires_at: '2027-02-30T00:00:00Z' }, /^expires_at /],
    ['expires_at is a number', { ...url, expires_at: 1_800_000_000 }, /^expires_at /],
    ['redirect_rules is no array', { ...url, redirect_rules: {} }, /^redirect_rules must be an array/],
    [
      'redirect_rules has 21 entries',
      { ...url, redirect_rules: Array(21).fill(rule) },
      /^redirect_rules .* 20 .* 21/,
    ],
    ['a rule is no object', { ...url, redirect_rules: [rule, 5] }, /^redirect_rules\[1\] must be an object/],
    [
      'a rule has no condition',
      { ...url, redirect_rules: [{ url: 'https://a.b' }] },
      /^redirect_rules\[0\]\.condition /,
    ],
    [
      'a device is in capitals',
      { ...url, redirect_rules: [{ ...rule, value: 'IOS' }] },
      /^redirect_rules\[0\]\.value /,
    ],
    [
      'a country is not assigned',
      { ...url, redirect_rules: [{ ...rule, condition: 'country', value: 'XX' }] },
      /\.value /,
    ],
    [
      'condition2 is of the same kind',
      { ...url, redirect_rules: [{ ...rule, condition2: 'device', value2: 'android' }] },
      /condition2 must be one of country, date, language/,
    ],
    [
      'condition2 stands alone',
      { ...url, redirect_rules: [{ ...rule, condition2: 'country' }] },
      /value2 is required/,
    ],
    [
      'value2 stands alone',
      { ...url, redirect_rules: [{ ...rule, value2: 'DE' }] },
      /condition2 is required/,
    ],
    [
      'a device rule has schedule_days',
      { ...url, redirect_rules: [{ ...rule, schedule_days: ['mon'] }] },
      /schedule_days is a field of schedule rules/,
    ],
    [
      'a schedule has a value',
      { ...url, redirect_rules: [{ ...schedule, value: 'ios' }] },
      /value can't be combined/,
    ],
    [
      'a schedule has no days',
      { ...url, redirect_rules: [{ ...schedule, schedule_days: [] }] },
      /schedule_days /,
    ],
    [
      'a day is in capitals',
      { ...url, redirect_rules: [{ ...schedule, schedule_days: ['Mon'] }] },
      /schedule_days /,
    ],
    [
      'a time is not HH:mm',
      { ...url, redirect_rules: [{ ...schedule, schedule_start: '9:00' }] },
      /schedule_start /,
    ],
    [
      'a time is 24:00',
      { ...url, redirect_rules: [{ ...schedule, schedule_end: '24:00' }] },
      /schedule_end /,
    ],
    [
      'a schedule ends before it starts',
      { ...url, redirect_rules: [rule, rule, rule, { ...schedule, schedule_end: '09:00' }] },
      /^redirect_rules\[3\]\.schedule_end must be later than schedule_start/,
    ],
    [
      'a rule has no url',
      { ...url, redirect_rules: [{ condition: 'device', value: 'ios' }] },
      /^redirect_rules\[0\]\.url /,
    ],
    [
      'a rule’s url has credentials',
      { ...url, redirect_rules: [{ ...rule, url: 'https://a:b@c.d' }] },
      /^redirect_rules\[0\]\.url /,
    ],
  ];
  for (const [title, body, message] of wrong) {
    test(title, async () => {
      const answer = await create(body);
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      assert.equal(answer.body.code, 'invalid_request');
      assert.match(answer.body.message, message);
    });
  }
});

describe('403', () => {
  test('feature_disabled: rules, expiry and limit need an agency or enterprise plan; clearing never does', async () => {
    const starter = await api.createAccount({ plan: 'starter' });
    const url = { redirect_url: 'https://example.com/' };
    const rule = { condition: 'device', value: 'ios', url: 'https://example.com/' };
    for (const extra of [
      { redirect_rules: [rule] },
      { expires_at: '2030-01-01T00:00:00Z' },
      { scan_limit: 5 },
    ]) {
      const { status, body } = await create({ ...url, ...extra }, starter);
      assert.equal(status, 403);
      assert.equal(body.code, 'feature_disabled');
    }
    const cleared = await create(
      { ...url, redirect_rules: null, expires_at: null, scan_limit: null },
      starter,
    );
    assert.equal(cleared.status, 201);
    assert.equal((await create({ ...url, redirect_rules: [] }, starter)).status, 201);
    const agency = await api.createAccount({ plan: 'agency' });
    assert.equal((await create({ ...url, redirect_rules: [rule], scan_limit: 5 }, agency)).status, 201);
  });

  test('feature_disabled: a plan without QR creation', async () => {
    const suspended = await api.createAccount({ plan: 'suspended' });
    const { status, body } = await create({ redirect_url: 'https://example.com/' }, suspended);
    assert.equal(status, 403);
    assert.equal(body.code, 'feature_disabled');
  });

  test('project_forbidden: under an archived project, also when it is the default one', async () => {
    const owner = await api.createAccount();
    await setProjectArchived(api.db, parseIdentifier('prj', owner.defaultProjectId) ?? '', true);
    for (const project of [{ project_id: owner.defaultProjectId }, {}]) {
      const { status, body } = await create({ redirect_url: 'https://example.com/', ...project }, owner);
      assert.equal(status, 403);
      assert.equal(body.code, 'project_forbidden');
    }
  });
});

describe('404 project_not_found', () => {
  test('a project that doesn’t exist, is malformed or belongs to another account', async () => {
    const other = await api.createAccount();
    for (const id of ['prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8', 'nonsense', '', other.defaultProjectId]) {
      const { status, body } = await create({ redirect_url: 'https://example.com/', project_id: id });
      assert.equal(status, 404, id);
      assert.equal(body.code, 'project_not_found');
    }
  });
});

describe('422 unsafe_url', () => {
  test('a link of this service itself is refused by the name of its field, and nothing is stored', async () => {
    const owner = await api.createAccount();
    const own = ['https://go.example.com/qr-abc', 'http://GO.EXAMPLE.COM./', 'https://go.example.com:443/x'];
    for (const url of own) {
      const direct = await create({ redirect_url: url }, owner);
      assert.equal(direct.status, 422, url);
      assert.equal(direct.body.code, 'unsafe_url');
      assert.match(direct.body.message, /^redirect_url /);
      const rule = { condition: 'device', value: 'ios', url };
      const ruled = await create({ redirect_url: 'https://example.com/', redirect_rules: [rule] }, owner);
      assert.equal(ruled.status, 422);
      assert.match(ruled.body.message, /^redirect_rules\[0\]\.url /);
    }
    const list = await api.request('GET', '/v1/qr-codes', { key: owner.key });
    assert.deepEqual(list.body.items, []);
  });
});

describe('402 quota_exceeded_qr', () => {
  test('at the plan limit nothing more is created; archiving makes room', async () => {
    const owner = await api.createAccount({ limits: { qr_codes: 2 } });
    const codes = [await api.createQrCode(owner), await api.createQrCode(owner)];
    const refused = await create({ redirect_url: 'https://example.com/' }, owner);
    assert.equal(refused.status, 402);
    assert.equal(refused.body.code, 'quota_exceeded_qr');
    await api.request('PATCH', `/v1/qr-codes/${codes[0]?.qr_id}`, {
      key: owner.key,
      body: { status: 'archived' },
    });
    assert.equal((await create({ redirect_url: 'https://example.com/' }, owner)).status, 201);
  });

  test('a blocked code counts too', async () => {
    const owner = await api.createAccount({ limits: { qr_codes: 1 } });
    const code = await api.createQrCode(owner);
    await api.db
      .updateTable('qr_codes')
      .set({ status: 'blocked', blocked_by: 'rescan' })
      .where('qr_id', '=', parseIdentifier('qrc', code.qr_id) ?? '')
      .execute();
    assert.equal((await create({ redirect_url: 'https://example.com/' }, owner)).status, 402);
  });
});

describe('order of checks', () => {
  test('shape → plan → project → safety → quota: the first failing check decides', async () => {
    const unsafe = 'https://go.example.com/';
    const starter = await api.createAccount({ plan: 'starter', limits: { ...roomyLimits, qr_codes: 0 } });
    const send = async (body: Record<string, unknown>) => (await create(body, starter)).body.code;
    assert.equal(await send({ redirect_url: 'x', scan_limit: 5, project_id: 'nope' }), 'invalid_request');
    assert.equal(await send({ redirect_url: unsafe, scan_limit: 5, project_id: 'nope' }), 'feature_disabled');
    assert.equal(await send({ redirect_url: unsafe, project_id: 'nope' }), 'project_not_found');
    assert.equal(await send({ redirect_url: unsafe }), 'unsafe_url');
    assert.equal(await send({ redirect_url: 'https://example.com/' }), 'quota_exceeded_qr');
  });
});
