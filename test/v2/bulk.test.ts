import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { roomyLimits, startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

const rounds = scaled(500, 15);
let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi({ environment: { PUBLIC_BASE_URL: 'https://go.example.com' } });
  account = await api.createAccount();
});
after(() => api.close());

const path = '/v2/qr-codes/bulk';
const url = 'https://example.com/';
const send = (method: string, body: unknown, headers = {}, owner = account) =>
  api.request(method, path, { key: owner.key, body, headers });
const items = (count: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, index) => ({ name: `Code ${index}`, redirect_url: url, ...more }));
const codesOf = (results: any[]) => results.map(({ qr_code: code }) => code);
const codesOfErrors = (results: any[]) => results.map(({ error }) => error?.code ?? null);
const countCodes = async (owner: TestAccount) =>
  (await api.request('GET', '/v2/account', { key: owner.key })).body.usage.live_qr_codes;
const uuidOf = (id: string) => parseIdentifier('qrc', id) ?? parseIdentifier('prj', id) ?? '';

async function newProject(name: string, owner = account): Promise<string> {
  const { body } = await api.request('POST', '/v1/projects', { key: owner.key, body: { name } });
  return body.project_id;
}

describe('creating many codes', () => {
  test('each item is created like a single one, in order, and the others don’t depend on one that fails', async () => {
    const { status, body } = await send('POST', {
      items: [
        { name: 'First', redirect_url: url, scan_limit: 5 },
        { name: 'Second', redirect_url: 'nope' },
        { name: 'Third', redirect_url: 'https://go.example.com/qr-234567892345' },
        { type: 'text', text: 'Hello', design: { dot_style: 'dots' } },
        { redirect_url: url, project_id: 'prj_unknown' },
        { redirect_url: url, colour: 'red' },
        'text',
      ],
    });
    assert.equal(status, 200);
    assert.deepEqual([body.succeeded, body.failed], [2, 5]);
    assert.deepEqual(
      body.results.map(({ index }: { index: number }) => index),
      [0, 1, 2, 3, 4, 5, 6],
    );
    assert.deepEqual(codesOfErrors(body.results), [
      null,
      'invalid_request',
      'unsafe_url',
      null,
      'project_not_found',
      'invalid_request',
      'invalid_request',
    ]);
    assert.deepEqual(
      body.results.slice(1, 3).map(({ error }: any) => [error.status, error.param]),
      [
        [400, 'redirect_url'],
        [422, 'redirect_url'],
      ],
    );
    assert.equal(body.results[5].error.param, 'colour');
    const [first, , , text] = codesOf(body.results);
    const read = await api.request('GET', `/v1/qr-codes/${first.qr_id}`, { key: account.key });
    const { ok: _ok, version: _version, request_id: _id, ...document } = read.body;
    assert.deepEqual(first, document);
    assert.equal(text.qr_render_metadata.dot_style, 'dots');
  });

  test('with atomic, one failure fails all with its status, its index is named, and nothing is written', async () => {
    const owner = await api.createAccount();
    const body = { items: [...items(3), { redirect_url: 'ftp://x' }], atomic: true };
    const refused = await send('POST', body, {}, owner);
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.param],
      [400, 'invalid_request', 'items[3].redirect_url'],
    );
    const unsafe = {
      items: [...items(2), { redirect_url: 'https://go.example.com/qr-234567892345' }],
      atomic: true,
    };
    const second = await send('POST', unsafe, {}, owner);
    assert.deepEqual([second.status, second.body.param], [422, 'items[2].redirect_url']);
    assert.equal(await countCodes(owner), 0);
    const whole = await send('POST', { items: items(3), atomic: true }, {}, owner);
    assert.deepEqual([whole.status, whole.body.succeeded], [200, 3]);
    assert.equal(await countCodes(owner), 3);
  });

  test('the quota is filled exactly: the first items fit, the rest is refused; with atomic, none is created', async () => {
    const owner = await api.createAccount({ limits: { ...roomyLimits, qr_codes: 10 } });
    const whole = await send('POST', { items: items(11), atomic: true }, {}, owner);
    assert.deepEqual(
      [whole.status, whole.body.code, whole.body.param],
      [402, 'quota_exceeded_qr', 'items[10]'],
    );
    const { body } = await send('POST', { items: items(14) }, {}, owner);
    assert.deepEqual([body.succeeded, body.failed], [10, 4]);
    assert.deepEqual(codesOfErrors(body.results).slice(9), [null, ...Array(4).fill('quota_exceeded_qr')]);
    assert.equal(await countCodes(owner), 10);
  });

  test('archiving and restoring in one atomic request needs room for the difference only', async () => {
    const owner = await api.createAccount({ limits: { ...roomyLimits, qr_codes: 3 } });
    const [first, second, third] = (await send('POST', { items: items(3) }, {}, owner)).body.results.map(
      (result: { qr_code: { qr_id: string } }) => result.qr_code.qr_id,
    );
    const change = (qr_id: string, status: string) => ({ qr_id, change: { status } });
    const apply = (list: unknown[]) => send('PATCH', { items: list, atomic: true }, {}, owner);
    assert.equal((await apply([change(first, 'archived')])).status, 200);
    assert.equal((await send('POST', { items: items(1) }, {}, owner)).body.succeeded, 1);
    const swapped = await apply([change(second, 'archived'), change(first, 'active')]);
    assert.equal(swapped.status, 200, JSON.stringify(swapped.body));
    const refused = await apply([change(second, 'active'), change(third, 'active')]);
    assert.deepEqual([refused.status, refused.body.code], [402, 'quota_exceeded_qr']);
    assert.match(refused.body.param, /^items\[0\]/);
  });

  test(`${rounds} rounds against single creates: never one more than the quota, and never one less`, async () => {
    for (let round = 0; round < rounds; round++) {
      const quota = 4 + (round % 9);
      const owner = await api.createAccount({ limits: { ...roomyLimits, qr_codes: quota } });
      const single = () =>
        api.request('POST', '/v1/qr-codes', { key: owner.key, body: { redirect_url: url } });
      const [one, other, all, ...singles] = await Promise.all([
        send('POST', { items: items(4) }, {}, owner),
        send('POST', { items: items(3) }, {}, owner),
        send('POST', { items: items(3), atomic: true }, {}, owner),
        ...Array.from({ length: 4 }, single),
      ]);
      const created =
        one.body.succeeded +
        other.body.succeeded +
        (all.status === 200 ? 3 : 0) +
        singles.filter(({ status }) => status === 201).length;
      assert.equal(await countCodes(owner), created, `round ${round}`);
      assert.ok(created <= quota, `round ${round}: ${created} of ${quota}`);
      // Only an atomic request may leave room that it did not fit into.
      if (all.status === 200) assert.equal(created, Math.min(quota, 14), `round ${round}`);
      else assert.ok(created >= Math.min(quota, 11), `round ${round}: ${created} of ${quota}`);
    }
  });

  test('images of a bulk request come after the image of a single code', async () => {
    const owner = await api.createAccount();
    await send('POST', { items: items(20) }, {}, owner);
    const single = await api.createQrCode(owner);
    const { rows } = await sql<{ key: string }>`
      select key from graphile_worker.jobs where task_identifier = 'render-qr-code'
        and key = any(array(select 'render:' || qr_id from qr_codes where account_id = ${owner.uuid}))
      order by priority, run_at, id limit 1`.execute(api.db);
    assert.equal(rows[0]?.key, `render:${uuidOf(single.qr_id)}`);
  });

  test('a retry with the same Idempotency-Key continues: what exists is repeated, the rest is done', async () => {
    const owner = await api.createAccount({ limits: { ...roomyLimits, qr_codes: 3 } });
    const headers = { 'idempotency-key': randomUUID() };
    const body = { items: items(5) };
    const first = await send('POST', body, headers, owner);
    assert.deepEqual([first.body.succeeded, first.body.failed], [3, 2]);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    await sql`update accounts set limit_overrides = limit_overrides || '{"qr_codes": 100}' where account_id = ${owner.uuid}`.execute(
      api.db,
    );
    await new Promise((resolve) => setTimeout(resolve, 900));
    const second = await send('POST', body, headers, owner);
    assert.equal(second.body.succeeded, 5);
    const ids = (results: any[]) => codesOf(results).map((code) => code?.qr_id);
    assert.deepEqual(ids(second.body.results).slice(0, 3), ids(first.body.results).slice(0, 3));
    const third = await send('POST', body, headers, owner);
    assert.deepEqual(ids(third.body.results), ids(second.body.results));
    assert.equal(third.headers.get('idempotent-replayed'), 'true');
    assert.equal(await countCodes(owner), 5);
    for (const changed of [{ items: items(4) }, { ...body, atomic: true }]) {
      const other = await send('POST', changed, headers, owner);
      assert.deepEqual([other.status, other.body.code], [409, 'idempotency_conflict']);
    }
  });

  test('the same request several times at once creates each item once, also with atomic', async () => {
    for (const atomic of [false, true]) {
      const owner = await api.createAccount();
      const headers = { 'idempotency-key': randomUUID() };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => send('POST', { items: items(30), atomic }, headers, owner)),
      );
      const ids = answers.map(({ body }) => codesOf(body.results).map(({ qr_id: id }: any) => id));
      for (const one of ids) assert.deepEqual(one, ids[0]);
      assert.equal(await countCodes(owner), 30);
    }
  });

  const refused: [body: unknown, param: string][] = [
    [{}, 'items'],
    [{ items: [] }, 'items'],
    [{ items: items(501) }, 'items'],
    [{ items: items(1), atomic: 'yes' }, 'atomic'],
    [{ items: items(1), dry_run: true }, 'dry_run'],
  ];
  for (const [body, param] of refused)
    test(`a request is refused because of ${param}: ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const { status, body: answer } = await send('POST', body);
      assert.deepEqual([status, answer.code, answer.param], [400, 'invalid_request', param]);
    });

  test('If-Match is refused, and bodies may have 2 MiB', async () => {
    const { status, body } = await send('POST', { items: items(1) }, { 'if-match': '"x"' });
    assert.deepEqual([status, body.param], [400, 'if-match']);
    const large = items(500).map((item) => ({ ...item, redirect_url: `${url}${'x'.repeat(1_900)}` }));
    assert.equal((await send('POST', { items: large.slice(0, 400) })).status, 200);
    const tooLarge = items(500).map((item) => ({ ...item, type: 'text', text: 'ü'.repeat(4_000) }));
    assert.equal((await send('POST', { items: tooLarge })).status, 413);
  });

  test('a request counts once, and once more per 25 items; what does not fit is refused, and nothing is written', async () => {
    const owner = await api.createAccount({ limits: { ...roomyLimits, requests_per_minute: 20 } });
    const left = (headers: Headers) => Number(/"minute";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const first = await send('POST', { items: items(26) }, {}, owner);
    assert.equal(left(first.headers), 20 - 1 - 2);
    const second = await send('POST', { items: items(500) }, {}, owner);
    assert.deepEqual([second.status, second.body.code], [429, 'rate_limit_minute']);
    assert.ok(Number(second.headers.get('retry-after')) > 0);
    const account = await api.request('GET', '/v2/account', { key: owner.key });
    assert.equal(account.body.usage.live_qr_codes, 26);
    assert.equal(left(account.headers), 20 - 3 - 1 - 1);
  });
});

describe('changing many codes', () => {
  async function make(count: number, more = {}, owner = account): Promise<string[]> {
    const { body } = await send('POST', { items: items(count, more) }, {}, owner);
    return codesOf(body.results).map(({ qr_id: id }: any) => id);
  }

  test('one change for many codes, and a change for each', async () => {
    const ids = await make(3);
    const same = await send('PATCH', { qr_ids: ids, change: { label: 'Same', scan_limit: 7 } });
    assert.deepEqual([same.status, same.body.succeeded], [200, 3]);
    for (const code of codesOf(same.body.results))
      assert.deepEqual([code.label, code.scan_limit], ['Same', 7]);
    const each = await send('PATCH', {
      items: [
        { qr_id: ids[0], change: { label: 'One' } },
        { qr_id: ids[1], change: { status: 'archived' } },
        { qr_id: 'qrc_unknown', change: { label: 'x' } },
        { qr_id: ids[2], change: { scan_limit: 0 } },
      ],
    });
    assert.deepEqual([each.body.succeeded, each.body.failed], [2, 2]);
    assert.deepEqual(codesOfErrors(each.body.results), [null, null, 'qr_not_found', 'invalid_request']);
    assert.equal(each.body.results[3].error.param, 'change.scan_limit');
    assert.equal(each.body.results[1].qr_code.status, 'archived');
  });

  test('with atomic, one failure fails all, and nothing is written', async () => {
    const ids = await make(3);
    const bad = {
      items: ids.map((qr_id, index) => ({ qr_id, change: { label: `New ${index}` } })),
      atomic: true,
    };
    bad.items.push({ qr_id: 'qrc_unknown', change: { label: 'x' } });
    const { status, body } = await send('PATCH', bad);
    assert.deepEqual([status, body.code, body.param], [404, 'qr_not_found', 'items[3]']);
    for (const id of ids) {
      const { body: code } = await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key });
      assert.match(code.label, /^Code/);
    }
    const good = await send('PATCH', { qr_ids: ids, change: { redirect_url: `${url}new` }, atomic: true });
    assert.equal(good.body.succeeded, 3);
    assert.ok(codesOf(good.body.results).every((code: any) => code.redirect_url === `${url}new`));
  });

  test('an atomic restore beyond the quota restores nothing', async () => {
    const owner = await api.createAccount({ limits: { ...roomyLimits, qr_codes: 4 } });
    const ids = await make(4, {}, owner);
    await send('PATCH', { qr_ids: ids, change: { status: 'archived' } }, {}, owner);
    await make(2, {}, owner);
    const whole = await send('PATCH', { qr_ids: ids, change: { status: 'active' }, atomic: true }, {}, owner);
    assert.deepEqual([whole.status, whole.body.code], [402, 'quota_exceeded_qr']);
    assert.equal(await countCodes(owner), 2);
    const singly = await send('PATCH', { qr_ids: ids, change: { status: 'active' } }, {}, owner);
    assert.deepEqual([singly.body.succeeded, singly.body.failed], [2, 2]);
    assert.equal(await countCodes(owner), 4);
  });

  test('if_match refuses an item that somebody has changed', async () => {
    const [id = ''] = await make(1);
    const read = await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key });
    const tag = read.headers.get('etag') ?? '';
    const change = (label: string) => ({ items: [{ qr_id: id, change: { label }, if_match: tag }] });
    assert.equal((await send('PATCH', change('Mine'))).body.succeeded, 1);
    const late = await send('PATCH', change('Late'));
    assert.deepEqual(codesOfErrors(late.body.results), ['precondition_failed']);
    const atomic = await send('PATCH', { ...change('Late'), atomic: true });
    assert.equal(atomic.status, 412);
  });

  test('a retry with the same Idempotency-Key changes nothing twice', async () => {
    const ids = await make(2);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { qr_ids: ids, change: { label: 'Once' } };
    const first = await send('PATCH', body, headers);
    await send('PATCH', { qr_ids: ids, change: { label: 'Later' } });
    const again = await send('PATCH', body, headers);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(codesOf(again.body.results), codesOf(first.body.results));
    const { body: code } = await api.request('GET', `/v1/qr-codes/${ids[0]}`, { key: account.key });
    assert.equal(code.label, 'Later');
  });

  test('moves codes to another project; unknown, archived and printed domains are refused', async () => {
    const [from, to, gone] = [await newProject('From'), await newProject('To'), await newProject('Gone')];
    const ids = await make(3, { project_id: from });
    const moved = await send('PATCH', {
      qr_ids: ids.slice(0, 2),
      change: { project_id: to, label: 'Moved' },
    });
    assert.equal(moved.body.succeeded, 2);
    assert.ok(
      codesOf(moved.body.results).every((code: any) => code.project_id === to && code.label === 'Moved'),
    );
    const listed = await api.request('GET', `/v1/qr-codes?project_id=${to}`, { key: account.key });
    assert.equal(listed.body.items.length, 2);
    const history = await api.request('GET', `/v2/qr-codes/${ids[0]}/history`, { key: account.key });
    assert.ok(history.body.items[0].changes.some(({ field }: any) => field === 'project_id'));

    await setProjectArchived(api.db, uuidOf(gone), true);
    await sql`update qr_codes set rendered_host = 'go.shop.example', is_slug_public = true, last_rendered_at = now(), render_status = 'done'
      where qr_id = ${uuidOf(ids[2] ?? '')}`.execute(api.db);
    const { body } = await send('PATCH', {
      items: [
        { qr_id: ids[0], change: { project_id: gone } },
        { qr_id: ids[1], change: { project_id: 'prj_unknown' } },
        { qr_id: ids[2], change: { project_id: to } },
      ],
    });
    assert.deepEqual(
      body.results.map(({ error }: any) => [error.status, error.code]),
      [
        [403, 'project_forbidden'],
        [404, 'project_not_found'],
        [409, 'conflict'],
      ],
    );
  });

  test('moves, archiving and other moves of the same codes at the same time don’t block each other', async () => {
    const [one, other] = [await newProject('One'), await newProject('Other')];
    const ids = await make(6, { project_id: one });
    for (let round = 0; round < scaled(100, 8); round++) {
      const target = round % 2 === 0 ? other : one;
      const move = (some: string[], atomic: boolean) =>
        send('PATCH', { qr_ids: some, change: { project_id: target }, atomic });
      const status = round % 2 === 0 ? 'archived' : 'active';
      const answers = await Promise.all([
        move(ids.slice(0, 4), true),
        move(ids.slice(2), true),
        move([...ids].reverse(), false),
        send('PATCH', { qr_ids: ids.slice(1, 5), change: { status } }),
        api.request('PATCH', `/v1/qr-codes/${ids[2]}`, { key: account.key, body: { status } }),
      ]);
      for (const { status: code, body } of answers) {
        assert.equal(code, 200, JSON.stringify(body).slice(0, 300));
        assert.ok((body.failed ?? 0) === 0, JSON.stringify(body.results?.find((r: any) => !r.ok)));
      }
    }
  });

  test('a restore that meets another edit is done once, and its retry repeats it', async () => {
    for (let round = 0; round < scaled(40, 5); round++) {
      const [id = ''] = await make(1);
      await send('PATCH', { qr_ids: [id], change: { status: 'archived' } });
      const headers = { 'idempotency-key': randomUUID() };
      const restore = () => send('PATCH', { qr_ids: [id], change: { status: 'active' } }, headers);
      const rename = (label: string) =>
        api.request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body: { label } });
      const [restored] = await Promise.all([restore(), rename('a'), rename('b'), rename('c')]);
      assert.equal(restored.body.succeeded, 1, JSON.stringify(restored.body));
      assert.equal((await restore()).body.succeeded, 1);
    }
  });

  test('an error names the field inside its item, or the place of the code', async () => {
    const ids = await make(2);
    const change = { redirect_url: 'https://go.example.com/qr-234567892345' };
    const each = {
      items: [
        { qr_id: ids[0], change: { label: 'x' } },
        { qr_id: ids[1], change },
      ],
    };
    const singly = await send('PATCH', each);
    assert.equal(singly.body.results[1].error.param, 'change.redirect_url');
    const atomic = await send('PATCH', { ...each, atomic: true });
    assert.equal(atomic.body.param, 'items[1].change.redirect_url');
    const shared = await send('PATCH', { qr_ids: ids, change, atomic: true });
    assert.deepEqual([shared.status, shared.body.param], [422, 'qr_ids[0].redirect_url']);
  });

  const refused: [body: unknown, param: string | null][] = [
    [{}, 'items'],
    [
      {
        items: [
          { qr_id: 'qrc_a', change: {} },
          { qr_id: 'qrc_a', change: { label: 'y' } },
        ],
      },
      'items[1].qr_id',
    ],
    [{ qr_ids: ['qrc_a', 'qrc_a'], change: { label: 'x' } }, 'qr_ids[1]'],
    [{ qr_ids: ['qrc_a'], change: { label: 7 } }, 'change.label'],
    [{ qr_ids: ['qrc_a'], change: { colour: 'red' } }, 'change.colour'],
    [{ qr_ids: ['qrc_a'], change: {} }, 'change'],
    [{ qr_ids: ['qrc_a'], change: { label: 'x' }, items: [] }, 'items'],
    [{ qr_ids: [7], change: { label: 'x' } }, 'qr_ids[0]'],
    [
      {
        items: [
          { qr_id: 'qrc_a', change: { label: 'x' } },
          { qr_id: 'qrc_a', change: { label: 'y' } },
        ],
      },
      'items[1].qr_id',
    ],
  ];
  for (const [body, param] of refused)
    test(`a request is refused because of ${param}: ${JSON.stringify(body).slice(0, 50)}`, async () => {
      const { status, body: answer } = await send('PATCH', body);
      assert.deepEqual([status, answer.code, answer.param], [400, 'invalid_request', param]);
    });
});
