import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { searchQrCodes } from '#features/qr-codes/search-qr-codes.ts';
import { explain } from '../support/measure/explain.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;
let otherProject: string;
/** Newest first, as in the list. */
let codes: { id: string; label: string; type: string; status: string; project: string }[];

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  const project = await api.request('POST', '/v1/projects', { key: account.key, body: { name: 'Other' } });
  otherProject = project.body.project_id;
  const wanted: [string, string, string, string][] = [
    ['Summer menu', 'url', 'active', account.defaultProjectId],
    ['summer POSTER', 'dynamic_url', 'active', otherProject],
    ['Winter 100%', 'text', 'archived', account.defaultProjectId],
    ['winter_sale', 'url', 'blocked', otherProject],
    ['Große Straße', 'url', 'active', account.defaultProjectId],
    ['back\\slash', 'text', 'active', otherProject],
  ];
  codes = [];
  for (const [label, type, status, projectId] of wanted) {
    const content = type === 'text' ? { text: 'Hi' } : {};
    const code = await api.createQrCode(account, { name: label, type, project_id: projectId, ...content });
    await api.db
      .updateTable('qr_codes')
      .set({ status: status as 'active', blocked_by: status === 'blocked' ? 'rescan' : null })
      .where('qr_id', '=', parseIdentifier('qrc', code.qr_id) ?? '')
      .execute();
    codes.unshift({ id: code.qr_id, label, type, status, project: projectId });
  }
});
after(() => api.close());

const list = (query: string, owner = account) =>
  api.request('GET', `/v1/qr-codes?${query}`, { key: owner.key });

async function labels(query: string): Promise<string[]> {
  const { status, body } = await list(query);
  assert.equal(status, 200, query);
  return body.items.map((item: { label: string }) => item.label);
}

const expected = (keep: (code: (typeof codes)[number]) => boolean) =>
  codes.filter(keep).map(({ label }) => label);

describe('200', () => {
  test('an item has exactly eleven fields, and neither scan_limit nor scan_count', async () => {
    const { body } = await list('');
    assert.deepEqual(Object.keys(body.items[0]), [
      'qr_id',
      'project_id',
      'slug',
      'short_link',
      'label',
      'status',
      'type',
      'redirect_url',
      'created_at',
      'render_status',
      'tags',
    ]);
  });

  test('without a status filter active and blocked codes are listed, newest first', async () => {
    assert.deepEqual(
      await labels(''),
      expected(({ status }) => status !== 'archived'),
    );
  });

  test('status is repeatable; an unknown one matches nothing', async () => {
    assert.deepEqual(
      await labels('status=archived'),
      expected(({ status }) => status === 'archived'),
    );
    assert.deepEqual(
      await labels('status=archived&status=blocked'),
      expected(({ status }) => status !== 'active'),
    );
    assert.deepEqual(
      await labels('status=active&status=archived&status=blocked'),
      expected(() => true),
    );
    assert.deepEqual(
      await labels('status=nope&status=active'),
      expected(({ status }) => status === 'active'),
    );
    for (const query of ['status=nope', 'status=ACTIVE', 'status=%00'])
      assert.deepEqual(await labels(query), []);
    for (const query of [
      'status=archived,blocked',
      'status[]=archived&status[]=blocked',
      'status=archived,&status[]=blocked',
    ])
      assert.deepEqual(
        await labels(query),
        expected(({ status }) => status !== 'active'),
        query,
      );
  });

  test('the link of an item has the domain of its project, once the code has an image', async () => {
    const owner = await api.createAccount();
    const created = await api.createQrCode(owner);
    const item = async () =>
      (await api.request('GET', '/v1/qr-codes', { key: owner.key })).body.items[0].short_link;
    assert.equal(await item(), null);
    const slug = await api.publishQrCode(created.qr_id);
    assert.equal(await item(), `${api.config.publicBaseUrl}/${slug}`);
    await sql`insert into domains (domain_id, account_id, project_id, host, token, state, verified_at)
      select gen_random_uuid(), ${owner.uuid}, project_id, 'go.shop.example', 'x', 'verified', now()
      from projects where account_id = ${owner.uuid}`.execute(api.db);
    const host = new URL(api.config.publicBaseUrl).protocol;
    assert.equal(await item(), `${host}//go.shop.example/${slug}`);
    const { body } = await api.request('GET', `/v1/qr-codes/${created.qr_id}`, { key: owner.key });
    assert.equal(body.short_link, await item());
  });

  test('an empty filter counts as absent', async () => {
    for (const query of ['status=', 'status[]=', 'status=,', 'type=', 'project_id=', 'label_contains='])
      assert.deepEqual(
        await labels(query),
        expected(({ status }) => status !== 'archived'),
        query,
      );
  });

  test('type matches exactly; an unknown one matches nothing', async () => {
    assert.deepEqual(
      await labels('type=url'),
      expected((c) => c.type === 'url' && c.status !== 'archived'),
    );
    for (const query of ['type=URL', 'type=nope', 'type=%00']) assert.deepEqual(await labels(query), []);
  });

  test('project_id filters to one project', async () => {
    assert.deepEqual(
      await labels(`project_id=${otherProject}`),
      expected((c) => c.project === otherProject),
    );
  });

  test('label_contains is a literal part of the label in any letter case, of any length', async () => {
    const searches: [string, string[]][] = [
      ['summer', ['summer POSTER', 'Summer menu']],
      ['SUMMER M', ['Summer menu']],
      ['%', []],
      ['_', ['winter_sale']],
      ['\\', ['back\\slash']],
      ['STRASSE', []],
      ['straße', ['Große Straße']],
      ['GROSSE', []],
      ['er', ['winter_sale', 'summer POSTER', 'Summer menu']],
      ['s', ['back\\slash', 'Große Straße', 'winter_sale', 'summer POSTER', 'Summer menu']],
      ['nothing like it', []],
      ['\0', []],
      ['', expected(({ status }) => status !== 'archived')],
    ];
    for (const [text, found] of searches) {
      assert.deepEqual(await labels(`label_contains=${encodeURIComponent(text)}`), found, text);
    }
    assert.deepEqual(await labels('label_contains=%25&status=archived'), ['Winter 100%']);
  });

  test('all filters combine', async () => {
    const query = `project_id=${otherProject}&status=active&status=blocked&type=url&label_contains=sale`;
    assert.deepEqual(await labels(query), ['winter_sale']);
    assert.deepEqual(
      await labels(`${query}&type=text`),
      ['winter_sale'],
      'of a repeated type the first counts',
    );
  });

  test('page_size: 0 and negative numbers mean 1, fractions are cut, more than 100 means 100', async () => {
    for (const [size, count] of [
      ['0', 1],
      ['-5', 1],
      ['2.9', 2],
      ['abc', 5],
      ['500', 5],
      ['', 5],
    ] as const) {
      assert.equal((await labels(`page_size=${size}`)).length, count, size);
    }
  });

  test('pages of any size, with any filters, give each match once and in order', async () => {
    const isShown = ({ status }: { status: string }) => status !== 'archived';
    for (const [filters, keep] of [
      ['', isShown],
      ['status=active&status=archived&status=blocked', () => true],
      ['label_contains=er', (code) => isShown(code) && code.label.toLowerCase().includes('er')],
      ['label_contains=summer', (code) => code.label.toLowerCase().includes('summer')],
      [`project_id=${otherProject}`, ({ project }) => project === otherProject],
    ] satisfies [string, Parameters<typeof expected>[0]][]) {
      const all = expected(keep);
      assert.ok(all.length > 0, filters);
      for (const size of [1, 2, 3]) {
        const seen: string[] = [];
        let token = '';
        do {
          const { body } = await list(`${filters}&page_size=${size}&page_token=${token}`);
          seen.push(...body.items.map((item: { label: string }) => item.label));
          token = body.next_page_token ?? '';
        } while (token !== '');
        assert.deepEqual(seen, all, `${filters} by ${size}`);
      }
    }
  });

  test('a token of another filter, endpoint or account starts from the first page', async () => {
    const first = await list('page_size=2');
    const token = first.body.next_page_token;
    const projects = await api.request('GET', '/v1/projects?page_size=1', { key: account.key });
    const other = await api.createAccount();
    await api.createQrCode(other);
    await api.createQrCode(other);
    const foreign = await list('page_size=1', other);
    for (const [query, wrong] of [
      ['type=url&page_size=2', token],
      ['label_contains=e&page_size=2', token],
      [`project_id=${otherProject}&page_size=2`, token],
      ['status=active&page_size=2', token],
      ['page_size=2', projects.body.next_page_token],
      ['page_size=2', foreign.body.next_page_token],
    ]) {
      const fresh = await list(query);
      const answer = await list(`${query}&page_token=${wrong}`);
      assert.deepEqual(answer.body.items, fresh.body.items, query);
    }
  });
});

describe('404 project_not_found', () => {
  test('a project that doesn’t exist, is malformed or belongs to another account', async () => {
    const other = await api.createAccount();
    for (const id of ['prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8', 'nonsense', '%00', other.defaultProjectId]) {
      const { status, body } = await list(`project_id=${id}`);
      assert.equal(status, 404, id);
      assert.equal(body.code, 'project_not_found');
    }
  });
});

describe('a search for a word that only old codes have', () => {
  test('finds each of them once and in order, however many there are, with pages that may be short', async () => {
    const owner = await api.createAccount();
    const project = parseIdentifier('prj', owner.defaultProjectId);
    for (let from = 0; from < 15_000; from += 5_000)
      await sql`
      with codes as (
        insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug, created_at, status)
        select gen_random_uuid(), ${owner.uuid}::uuid, ${project}::uuid,
          case when n > 12000 then 'autumn ' || n else 'plain' end, 'url', 'https://example.com/',
          'qr-' || lpad(to_hex(n + 100000), 12, '0'), now() - n * interval '1 second', 'active'
        from generate_series(${from + 1}::int, ${from + 5_000}::int) n returning qr_id, status)
      insert into scan_state (qr_id, status) select qr_id, status from codes`.execute(api.db);
    const seen: string[] = [];
    let token = '';
    do {
      const { body } = await list(`label_contains=AUTUMN&page_size=100&page_token=${token}`, owner);
      seen.push(...body.items.map((item: { label: string }) => item.label));
      token = body.next_page_token ?? '';
    } while (token !== '');
    assert.deepEqual(
      seen,
      Array.from({ length: 3_000 }, (_, index) => `autumn ${12_001 + index}`),
    );
  });
});

describe('a search without an index', () => {
  test('examines at most 10,000 codes per page, and its token continues from there', async () => {
    const owner = await api.createAccount();
    const project = parseIdentifier('prj', owner.defaultProjectId);
    // 25,000 codes of which only the oldest two have the letters; half of them blocked, so that two ranges are merged.
    for (let from = 0; from < 25_000; from += 5_000)
      await sql`
      with codes as (
        insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug, created_at, status, blocked_by)
        select gen_random_uuid(), ${owner.uuid}::uuid, ${project}::uuid,
          case when n > 24998 then 'xq ' || n else 'plain' end, 'url', 'https://example.com/',
          'qr-' || lpad(to_hex(n), 12, '0'), now() - n * interval '1 second',
          case when n % 2 = 0 then 'blocked' else 'active' end, case when n % 2 = 0 then 'rescan' end
        from generate_series(${from + 1}::int, ${from + 5_000}::int) n returning qr_id, status)
      insert into scan_state (qr_id, status) select qr_id, status from codes`.execute(api.db);
    const filter = {
      accountId: owner.uuid,
      projectIds: null,
      statuses: ['active', 'blocked'] as const,
      type: null,
    };
    const plans = await explain(api.config.databaseUrl, (db) =>
      searchQrCodes(
        db,
        { ...filter, statuses: [...filter.statuses], words: { text: 'xq', isOnlyName: true } },
        { order: 'newest', after: null },
        20,
      ),
    );
    for (const { text } of plans) {
      for (const [, rows] of text.matchAll(/"Node Type":"Index(?: Only)? Scan".*?"Actual Rows":(\d+)/g)) {
        assert.ok(Number(rows) <= 10_000, `${rows} rows read`);
      }
    }
    const pages: number[] = [];
    let token = '';
    do {
      const { body } = await list(`label_contains=xq&page_token=${token}`, owner);
      pages.push(body.items.length);
      token = body.next_page_token ?? '';
    } while (token !== '');
    assert.deepEqual(pages, [0, 0, 2]);
  });
});
