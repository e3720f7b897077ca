import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import type { Scope } from '#core/scopes.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { rollUpBatches } from '#features/analytics/roll-up-scans.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import { purgeExports } from '#features/exports/purge-exports.ts';
import { foldOpenRows } from '#features/scan-upkeep/fold-scans.ts';
import { systemClock } from '#platform/clock.ts';
import { FolderFileStore } from '#platform/folder-file-store.ts';
import { queryDuckDb } from '../support/data/read-parquet.ts';
import { type RunningWaypost, startWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

let folder: string;
let api: TestApi;
let scan: TestScan;
let worker: RunningWaypost;
let account: TestAccount;
before(async () => {
  folder = mkdtempSync('/tmp/waypost-exports-');
  const environment = { FILE_STORE: `file:${folder}` };
  api = await startTestApi({ environment });
  [scan, worker] = await Promise.all([startTestScan(api), startWorker()]);
  account = await api.createAccount({ plan: 'enterprise' });
});
after(async () => {
  scan.stop();
  worker.child.kill('SIGKILL');
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

function startWorker(): Promise<RunningWaypost> {
  return startWaypost(['--only', 'worker'], {
    DATABASE_URL: api.config.databaseDirectUrl,
    FILE_STORE: `file:${folder}`,
    LEDGER_DATABASE_URLS: api.config.ledgerDatabaseUrls.join(' '),
  });
}

const post = (body: Record<string, unknown>, key = account.key, headers = {}) =>
  api.request('POST', '/v2/exports', { key, body, headers });
const get = (id: string, key = account.key) => api.request('GET', `/v2/exports/${id}`, { key });

async function finish(id: string, key = account.key) {
  for (let tries = 0; tries < 400; tries++) {
    const { body } = await get(id, key);
    if (body.status === 'done') return body;
    assert.ok(['queued', 'running'].includes(body.status), JSON.stringify(body));
    assert.equal(body.download_url, null);
    await sleep(50);
  }
  throw new Error('the export takes too long');
}

/** The address in the link is that of the installation; here it listens elsewhere. */
const here = (url: string) => url.replace(/^https?:\/\/[^/]+/, api.url);

async function download(url: string) {
  const response = await fetch(here(url));
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
}

async function exportAs(body: Record<string, unknown>) {
  const started = await post(body);
  assert.equal(started.status, 202, JSON.stringify(started.body));
  const done = await finish(started.body.export_id);
  return { done, ...(await download(done.download_url)) };
}

const wholeDay = () => {
  const start = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000);
  return { start: start.toISOString(), end: new Date(start.getTime() + 2 * 86_400_000).toISOString() };
};

describe('an export', () => {
  test('is accepted with 202 and Location, shows its progress, and is downloaded as an attachment that nobody caches', async () => {
    await api.createQrCode(account, { label: 'One' });
    const started = await post({ kind: 'qr_codes', format: 'csv' });
    assert.equal(started.status, 202);
    const { export_id: id } = started.body;
    assert.match(id, /^exp_[0-9A-Z]{26}$/);
    assert.match(started.headers.get('location') ?? '', new RegExp(`/v2/exports/${id}$`));
    assert.deepEqual([started.body.status, started.body.progress, started.body.error], ['queued', 0, null]);
    const done = await finish(id);
    assert.deepEqual([done.progress, done.rows > 0, done.bytes > 0], [1, true, true]);
    assert.equal(Math.round((Date.parse(done.expires_at) - Date.parse(done.created_at)) / 86_400_000), 7);
    const file = await download(done.download_url);
    assert.equal(file.status, 200);
    assert.equal(file.bytes.length, done.bytes);
    assert.match(
      file.headers.get('content-disposition') ?? '',
      /^attachment; filename="waypost-qr-codes-.*\.csv"$/,
    );
    assert.match(file.headers.get('cache-control') ?? '', /no-store/);
    assert.notEqual((await get(id)).body.download_url, done.download_url, 'each read has a new link');
  });

  test('of codes has every code, also archived ones, and escapes what a spreadsheet would calculate', async () => {
    const own = await api.createAccount({ plan: 'enterprise' });
    const formula = await api.createQrCode(own, { label: '=HYPERLINK("https://evil.example")' });
    const archived = await api.createQrCode(own, { label: 'Café, "two" 日本' });
    await api.request('PATCH', `/v1/qr-codes/${archived.qr_id}`, {
      key: own.key,
      body: { status: 'archived' },
    });
    const started = await post({ kind: 'qr_codes', format: 'csv' }, own.key);
    const csv = (await download((await finish(started.body.export_id, own.key)).download_url)).text;
    const [header, ...lines] = csv.trimEnd().split('\r\n');
    assert.match(header ?? '', /^qr_id,project_id,type,label,status,short_link,redirect_url,/);
    assert.equal(lines.length, 2);
    assert.ok(lines.some((line) => line.startsWith(formula.qr_id) && line.includes(`"'=HYPERLINK(`)));
    assert.ok(lines.some((line) => line.includes('"Café, ""two"" 日本"') && line.includes(',archived,')));
    const other = await post(
      { kind: 'qr_codes', format: 'ndjson', project_id: own.defaultProjectId },
      own.key,
    );
    const ndjson = (await download((await finish(other.body.export_id, own.key)).download_url)).text;
    const objects = ndjson
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(objects.map(({ label }) => String(label)).sort(), [
      '=HYPERLINK("https://evil.example")',
      'Café, "two" 日本',
    ]);
    assert.deepEqual(objects[0].redirect_rules, []);
  });

  test('of scans has the rows of the API with the code, in CSV, NDJSON and Parquet that another library reads', async () => {
    const { qr_id: id } = await api.createQrCode(account);
    const slug = await api.publishQrCode(id);
    for (let nth = 0; nth < 7; nth++) await scanLink(scan.url, slug);
    await foldOpenRows(api.db);
    const { body: page } = await api.request('GET', `/v2/qr-codes/${id}/scans`, { key: account.key });
    assert.equal(page.items.length, 7);
    const expected = page.items.map((item: object) => ({ qr_id: id, ...item }));
    const wanted = { kind: 'scans', qr_id: id, ...wholeDay() };
    const ndjson = await exportAs({ ...wanted, format: 'ndjson' });
    assert.deepEqual(
      ndjson.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      expected,
    );
    assert.equal(ndjson.done.rows, 7);
    assert.ok(ndjson.done.available_from >= wanted.start);
    const csv = await exportAs({ ...wanted, format: 'csv' });
    assert.equal(csv.text.trimEnd().split('\r\n').length, 8);
    const parquet = await exportAs({ ...wanted, format: 'parquet' });
    const path = join(folder, 'read.parquet');
    writeFileSync(path, parquet.bytes);
    const rows = await queryDuckDb(
      `select *, epoch_ms(scanned_at)::bigint as ms from '${path}' order by scan_number`,
    );
    assert.deepEqual(
      rows.map(({ qr_id, scan_number, ms, country, visitor }) => [
        qr_id,
        Number(scan_number),
        Number(ms),
        country,
        visitor,
      ]),
      expected.map((item: Record<string, string>) => [
        id,
        item['scan_number'],
        Date.parse(item['scanned_at'] ?? ''),
        item['country'],
        item['visitor'],
      ]),
    );
    const project = await exportAs({
      ...wanted,
      qr_id: undefined,
      project_id: account.defaultProjectId,
      format: 'ndjson',
    });
    const ofCode = project.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ qr_id }) => qr_id === id);
    assert.deepEqual(
      ofCode.toSorted((a, b) => a.scan_number - b.scan_number),
      expected,
    );
  });

  test('of scans has those from before they were numbered, with an empty number', async () => {
    const { qr_id: id } = await api.createQrCode(account);
    const uuid = parseIdentifier('qrc', id) ?? '';
    const atMs = Date.now() - 86_400_000;
    await sql`update schema_migrations set applied_at = applied_at - interval '10 days' where version = 1`.execute(
      api.db,
    );
    await sql`insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events, is_rolled_up)
      values ((now() at time zone 'UTC')::date - 1, gen_random_uuid(), array[${uuid}::uuid], array[4],
        ${JSON.stringify([1, 2, 3].map((nth) => [1, nth, atMs, 'PT', 'ios', null, null, null, 'v', null]))}::json, true)`.execute(
      api.db,
    );
    const start = new Date(atMs - 86_400_000).toISOString();
    const { text } = await exportAs({
      kind: 'scans',
      qr_id: id,
      format: 'ndjson',
      start,
      end: wholeDay().end,
    });
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      rows.map(({ scan_number, country }) => [scan_number, country]),
      [
        [null, 'PT'],
        [null, 'PT'],
      ],
    );
  });

  test('of analytics adds up to the summary of the same range', async () => {
    const { qr_id: id } = await api.createQrCode(account);
    const slug = await api.publishQrCode(id);
    for (let nth = 0; nth < 5; nth++) await scanLink(scan.url, slug);
    await foldOpenRows(api.db);
    while ((await rollUpBatches(api.db)) > 0);
    const { text } = await exportAs({ kind: 'analytics', qr_id: id, format: 'ndjson', ...wholeDay() });
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const dimension of ['total', 'country', 'device', 'rule']) {
      const own = rows.filter((row) => row.dimension === dimension);
      assert.equal(
        own.reduce((sum, { scans }) => sum + scans, 0),
        5,
        dimension,
      );
    }
  });

  test('of images is a ZIP that unzip reads; archived codes are skipped', async () => {
    const own = await api.createAccount({ plan: 'enterprise' });
    const ids: string[] = [];
    for (const label of ['Menu', 'メニュー', '../../etc/passwd']) {
      const { body } = await api.request('POST', '/v1/qr-codes', {
        key: own.key,
        body: { label, redirect_url: 'https://example.com/' },
        headers: { prefer: 'wait=10' },
      });
      assert.equal(body.render_status, 'done', JSON.stringify(body));
      ids.push(body.qr_id);
    }
    await api.request('PATCH', `/v1/qr-codes/${ids[0]}`, { key: own.key, body: { status: 'archived' } });
    for (const [format, start] of [
      ['svg', '<svg'],
      ['png', '\x89PNG'],
      ['pdf', '%PDF'],
    ] as const) {
      const started = await post({ kind: 'images', format, qr_ids: ids }, own.key);
      const done = await finish(started.body.export_id, own.key);
      assert.equal(done.rows, 2);
      const { bytes, headers } = await download(done.download_url);
      assert.equal(headers.get('content-type'), 'application/zip');
      const path = join(folder, `images-${format}.zip`);
      writeFileSync(path, bytes);
      execFileSync('unzip', ['-tq', path]);
      const names = execFileSync('unzip', ['-Z1', path], {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      })
        .trim()
        .split('\n')
        .sort();
      assert.equal(names.length, 2);
      assert.match(names[0] ?? '', new RegExp(`^etc-passwd-qr-\\w+\\.${format}$`));
      assert.match(names[1] ?? '', new RegExp(`^メニュー-qr-\\w+\\.${format}$`));
      const image = execFileSync('unzip', ['-p', path, names[0] ?? ''], { maxBuffer: 10_000_000 });
      assert.ok(image.toString('latin1').includes(start), format);
    }
  });
});

describe('what is refused', () => {
  test('bodies that don’t fit the kind', async () => {
    const { qr_id: id } = await api.createQrCode(account);
    const range = wholeDay();
    for (const [body, param] of [
      [{ kind: 'codes', format: 'csv' }, 'kind'],
      [{ kind: 'qr_codes', format: 'png' }, 'format'],
      [{ kind: 'qr_codes', format: 'csv', start: range.start }, 'start'],
      [{ kind: 'qr_codes', format: 'csv', colour: 1 }, 'colour'],
      [{ kind: 'scans', format: 'csv', ...range }, 'qr_id'],
      [
        { kind: 'scans', format: 'csv', qr_id: id, project_id: account.defaultProjectId, ...range },
        'project_id',
      ],
      [{ kind: 'scans', format: 'csv', qr_id: id, start: range.start }, 'end'],
      [{ kind: 'scans', format: 'csv', qr_id: id, start: range.end, end: range.start }, 'start'],
      [{ kind: 'analytics', format: 'csv', qr_id: id, ...range, start: '2026-01-01T00:01:00Z' }, 'start'],
      [
        {
          kind: 'analytics',
          format: 'csv',
          qr_id: id,
          start: '2020-01-01T00:00:00Z',
          end: '2026-01-01T00:00:00Z',
        },
        'start',
      ],
      [{ kind: 'images', format: 'svg' }, 'project_id'],
      [{ kind: 'images', format: 'csv', qr_ids: [id] }, 'format'],
      [{ kind: 'images', format: 'svg', qr_ids: [] }, 'qr_ids'],
      [{ kind: 'images', format: 'svg', qr_ids: [1] }, 'qr_ids'],
    ] as const) {
      const { status, body: answer } = await post(body);
      assert.deepEqual(
        [status, answer.code, answer.param],
        [400, 'invalid_request', param],
        JSON.stringify(body),
      );
    }
    const missing = await post({
      kind: 'images',
      format: 'svg',
      qr_ids: [id, 'qrc_01JD3Z5T9GQ4R6W8Y0A2C4E6G8'],
    });
    assert.deepEqual([missing.body.code, missing.body.param], ['qr_not_found', 'qr_ids[1]']);
    const project = await post({
      kind: 'qr_codes',
      format: 'csv',
      project_id: 'prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8',
    });
    assert.equal(project.body.code, 'project_not_found');
  });

  test('an export that no job runs any more is started again', async () => {
    const own = await api.createAccount({ plan: 'enterprise' });
    // As if a worker died in the last try.
    const id = randomUUID();
    await sql`insert into exports (export_id, account_id, kind, format, status, attempt)
      values (${id}, ${own.uuid}, 'qr_codes', 'csv', 'running', 5)`.execute(api.db);
    await purgeExports(api.db, new FolderFileStore(folder));
    assert.equal((await finish(formatIdentifier('exp', id), own.key)).status, 'done');
  });

  test('a list of 5,000 codes is accepted as a body', async () => {
    const ids = Array.from(
      { length: 5_000 },
      (_, index) => `qrc_01JD3Z5T9GQ4R6W8Y0A2C${String(index).padStart(5, '0')}`,
    );
    const { status, body } = await post({ kind: 'images', format: 'svg', qr_ids: ids });
    assert.deepEqual([status, body.code, body.param], [404, 'qr_not_found', 'qr_ids[0]']);
  });

  test('more than twenty that wait is 409, and two of an account run at a time', async () => {
    const own = await api.createAccount({ plan: 'enterprise' });
    // Two that never end.
    const uuid = own.uuid;
    await sql`insert into exports (export_id, account_id, kind, format, status)
      select gen_random_uuid(), ${uuid}, 'qr_codes', 'csv', 'running' from generate_series(1, 2)`.execute(
      api.db,
    );
    const statuses: number[] = [];
    for (let nth = 0; nth < 21; nth++)
      statuses.push((await post({ kind: 'qr_codes', format: 'csv' }, own.key)).status);
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 202), 409]);
    await sleep(500);
    const { body } = await api.request('GET', '/v2/exports?page_size=100', { key: own.key });
    assert.equal(body.items.filter(({ status }: { status: string }) => status === 'queued').length, 20);
    await sql`delete from exports where account_id = ${uuid}`.execute(api.db);
  });

  test('the same Idempotency-Key starts one export', async () => {
    const headers = { 'idempotency-key': 'export-once' };
    const first = await post({ kind: 'qr_codes', format: 'csv' }, account.key, headers);
    const second = await post({ kind: 'qr_codes', format: 'csv' }, account.key, headers);
    assert.deepEqual([second.status, second.body.export_id], [202, first.body.export_id]);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
  });
});

describe('a link', () => {
  test('works for an hour, for this export and this key only', async () => {
    const { done } = await exportAs({ kind: 'qr_codes', format: 'csv' });
    const url = new URL(done.download_url);
    for (const [name, value] of [
      ['expires', String(Number(url.searchParams.get('expires')) + 1)],
      ['signature', 'AAAA'],
      ['key', 'key_01JD3Z5T9GQ4R6W8Y0A2C4E6G8'],
    ] as const) {
      const forged = new URL(url);
      forged.searchParams.set(name, value);
      assert.equal((await download(forged.href)).status, 404, name);
    }
    const { done: other } = await exportAs({ kind: 'qr_codes', format: 'csv' });
    assert.equal((await download(done.download_url.replace(done.export_id, other.export_id))).status, 404);
  });

  test('after an hour it is 410 export_expired; the next read has a new one', async () => {
    const { done } = await exportAs({ kind: 'qr_codes', format: 'csv' });
    const later = await startTestApi({
      databaseUrl: api.config.databaseDirectUrl,
      environment: { FILE_STORE: `file:${folder}` },
      clock: { ...systemClock, nowMs: () => Date.now() + 3_601_000 },
    });
    const response = await fetch(done.download_url.replace(/^https?:\/\/[^/]+/, later.url));
    assert.deepEqual([response.status, (await response.json()).code], [410, 'export_expired']);
    const { body } = await later.request('GET', `/v2/exports/${done.export_id}`, { key: account.key });
    assert.equal((await fetch(body.download_url.replace(/^https?:\/\/[^/]+/, later.url))).status, 200);
    await later.close();
  });

  test('ends with the key that it was made for', async () => {
    const own = await api.createAccount({ plan: 'enterprise' });
    const { body } = await post({ kind: 'qr_codes', format: 'csv' }, own.key);
    const { download_url: url } = await finish(body.export_id, own.key);
    assert.equal((await download(url)).status, 200);
    await sql`update api_keys set revoked_at = now() where account_id = ${own.uuid}`.execute(api.db);
    assert.equal((await download(url)).status, 404);
  });

  test('is refused while the account is suspended', async () => {
    const own = await api.createAccount({ plan: 'enterprise' });
    const { body } = await post({ kind: 'qr_codes', format: 'csv' }, own.key);
    const { download_url: url } = await finish(body.export_id, own.key);
    await sql`update accounts set suspended_at = now(), suspended_reason = 'abuse' where account_id = ${own.uuid}`.execute(
      api.db,
    );
    assert.equal((await download(url)).status, 403);
  });

  test('after seven days it is 410 export_expired, and the file is gone', async () => {
    const { done } = await exportAs({ kind: 'qr_codes', format: 'csv' });
    await sql`update exports set expires_at = now() where export_id = ${parseIdentifier('exp', done.export_id)}`.execute(
      api.db,
    );
    const { status, text } = await download(done.download_url);
    assert.deepEqual([status, JSON.parse(text).code], [410, 'export_expired']);
    const { body } = await get(done.export_id);
    assert.deepEqual([body.status, body.download_url], ['expired', null]);
    const files = () =>
      readdirSync(join(folder, 'private/exports')).filter((name) => name.startsWith(done.export_id));
    assert.equal(files().length, 1);
    await purgeExports(api.db, new FolderFileStore(folder));
    assert.deepEqual(files(), []);
  });
});

describe('a restricted key', () => {
  const restricted = async (scopes: Scope[], projectIds: string[] | null) => {
    const plans = await loadPlanCatalogue(api.config.plansFile);
    return (await createApiKey(api.db, plans, account.uuid, 'test', { scopes, projectIds, expiresAt: null }))
      .apiKey;
  };

  test('exports what its scopes let it read, and sees only such exports', async () => {
    const { qr_id: id } = await api.createQrCode(account);
    const codes = { kind: 'qr_codes', format: 'csv' };
    const scans = { kind: 'scans', format: 'csv', qr_id: id, ...wholeDay() };
    const [reader, analyst] = [
      await restricted(['qr.read'], null),
      await restricted(['analytics.read'], null),
    ];
    assert.deepEqual([(await post(codes, reader)).status, (await post(scans, reader)).status], [202, 403]);
    assert.deepEqual([(await post(codes, analyst)).status, (await post(scans, analyst)).status], [403, 202]);
    for (const [key, kinds] of [
      [reader, ['qr_codes', 'images']],
      [analyst, ['scans', 'analytics']],
    ] as const) {
      const { body } = await api.request('GET', '/v2/exports?page_size=100', { key });
      assert.ok(body.items.length > 0);
      assert.ok(body.items.every(({ kind }: { kind: string }) => kinds.some((own) => own === kind)));
    }
    const { body } = await post(codes, reader);
    assert.equal((await get(body.export_id, analyst)).body.code, 'export_not_found');
  });

  test('that is limited to a project names it, and sees only exports of it', async () => {
    const { body: project } = await api.request('POST', '/v1/projects', {
      key: account.key,
      body: { name: 'Own' },
    });
    const key = await restricted(['qr.read'], [parseIdentifier('prj', project.project_id) ?? '']);
    const everything = await post({ kind: 'qr_codes', format: 'csv' }, key);
    assert.deepEqual([everything.status, everything.body.code], [403, 'insufficient_scope']);
    const other = await post({ kind: 'qr_codes', format: 'csv', project_id: account.defaultProjectId }, key);
    assert.equal(other.body.code, 'project_not_found');
    const own = await post({ kind: 'qr_codes', format: 'csv', project_id: project.project_id }, key);
    assert.equal(own.status, 202);
    const { body: list } = await api.request('GET', '/v2/exports', { key });
    assert.deepEqual(
      list.items.map(({ export_id }: { export_id: string }) => export_id),
      [own.body.export_id],
    );
    const whole = await post({ kind: 'qr_codes', format: 'csv' });
    assert.equal((await get(whole.body.export_id, key)).status, 404);
  });
});

describe('deleting', () => {
  test('removes the file, and the export is not found any more', async () => {
    const { done } = await exportAs({ kind: 'qr_codes', format: 'csv' });
    const files = () =>
      readdirSync(join(folder, 'private/exports')).filter((name) => name.startsWith(done.export_id));
    assert.equal(files().length, 1);
    const { status } = await api.request('DELETE', `/v2/exports/${done.export_id}`, { key: account.key });
    assert.equal(status, 200);
    assert.equal((await get(done.export_id)).body.code, 'export_not_found');
    assert.equal((await download(done.download_url)).status, 404);
    assert.deepEqual(files(), []);
  });
});
