import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import {
  ConflictError,
  ConnectionError,
  ExpiredError,
  ExportTimeoutError,
  ForbiddenError,
  InvalidRequestError,
  ListRestartedError,
  NotFoundError,
  QuotaExceededError,
  RateLimitedError,
  RenderFailedError,
  RenderTimeoutError,
  ServiceError,
  UnauthorizedError,
  UnsafeUrlError,
  Waypost,
  WaypostError,
  type WaypostOptions,
} from '@waypost/sdk';
import { sql } from 'kysely';
import { rolldown } from 'rolldown';
import { errorStatus } from '#core/errors.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { insertCodes } from '../support/data/many-destinations.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { roomyLimits, startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { FaultProxy } from './fault-proxy.ts';

const root = new URL('../..', import.meta.url).pathname;
let api: TestApi;
let worker: ProcessPart;
let account: TestAccount;
let proxy: FaultProxy;
let folder: string;

before(async () => {
  folder = mkdtempSync('/tmp/waypost-files-');
  api = await startTestApi({
    environment: { FILE_STORE: `file:${folder}`, PUBLIC_BASE_URL: 'https://go.example.com' },
  });
  worker = await startWorker(quietProcess(api.config));
  account = await api.createAccount();
  proxy = await FaultProxy.start(api.url);
});
after(async () => {
  proxy.close();
  await worker.drain();
  await worker.close();
  await api.close();
  rmSync(folder, { recursive: true });
});

const client = (options: Partial<WaypostOptions> = {}) =>
  new Waypost({ apiKey: account.key, baseUrl: proxy.url, ...options });

function misbehave(fault: FaultProxy['fault']): void {
  proxy.seen.length = 0;
  proxy.fault = fault;
}

describe('every endpoint', () => {
  test('projects and codes: created, read, found, changed, archived, restored, listed', async () => {
    misbehave(() => null);
    const waypost = client();
    const project = await waypost.projects.create({ name: 'Spring' });
    assert.equal(project.name, 'Spring');
    const made = await waypost.qrCodes.create({
      name: 'Poster',
      redirect_url: 'https://example.com/',
      project_id: project.project_id,
      scan_limit: 500,
    });
    const code = await waypost.qrCodes.waitUntilRendered(made.qr_id);
    assert.match(code.file_url_svg ?? '', /\.svg$/);
    assert.equal(code.scan_limit, 500);
    assert.equal((await waypost.qrCodes.find(code.slug ?? '')).qr_id, made.qr_id);
    assert.equal((await waypost.qrCodes.update(made.qr_id, { scan_limit: null })).scan_limit, null);
    assert.equal((await waypost.qrCodes.archive(made.qr_id)).status, 'archived');
    assert.equal((await waypost.qrCodes.activate(made.qr_id)).status, 'active');
    const labels: string[] = [];
    for await (const item of waypost.qrCodes.list({
      projectId: project.project_id,
      status: ['active'],
      labelContains: 'post',
    }))
      labels.push(item.label);
    assert.deepEqual(labels, ['Poster']);
    const names: string[] = [];
    for await (const item of waypost.projects.list({ pageSize: 1 })) names.push(item.name);
    assert.equal(names.length, 2);
  });
});

describe('errors are classes', () => {
  const expected = new Map<string, new (...args: never[]) => WaypostError>([
    ['invalid_request', InvalidRequestError],
    ['invalid_payload', InvalidRequestError],
    ['unauthorized', UnauthorizedError],
    ['quota_exceeded_domain', QuotaExceededError],
    ['quota_exceeded_member', QuotaExceededError],
    ['quota_exceeded_project', QuotaExceededError],
    ['quota_exceeded_qr', QuotaExceededError],
    ['account_suspended', ForbiddenError],
    ['reauthentication_required', ForbiddenError],
    ['sso_required', ForbiddenError],
    ['two_factor_required', ForbiddenError],
    ['api_access_disabled', ForbiddenError],
    ['feature_disabled', ForbiddenError],
    ['forbidden', ForbiddenError],
    ['insufficient_scope', ForbiddenError],
    ['project_forbidden', ForbiddenError],
    ['not_found', NotFoundError],
    ['change_not_found', NotFoundError],
    ['event_not_found', NotFoundError],
    ['endpoint_not_found', NotFoundError],
    ['planned_change_not_found', NotFoundError],
    ['delivery_not_found', NotFoundError],
    ['webhook_url_rejected', UnsafeUrlError],
    ['template_not_found', NotFoundError],
    ['export_not_found', NotFoundError],
    ['cursor_expired', ExpiredError],
    ['export_expired', ExpiredError],
    ['project_not_found', NotFoundError],
    ['qr_not_found', NotFoundError],
    ['conflict', ConflictError],
    ['idempotency_conflict', ConflictError],
    ['precondition_failed', ConflictError],
    ['unsafe_url', UnsafeUrlError],
    ['rate_limited', RateLimitedError],
    ['rate_limit_minute', RateLimitedError],
    ['rate_limit_day', RateLimitedError],
    ['internal_error', ServiceError],
    ['service_unavailable', ServiceError],
  ]);

  test('a response of a proxy is neither a missing code nor a harmful address', async () => {
    for (const status of [401, 402, 403, 404, 409, 422]) {
      misbehave(() => ({ status, body: '<html>' }));
      await assert.rejects(client({ retriesMax: 0 }).qrCodes.get('qrc_x'), (error: WaypostError) => {
        assert.deepEqual([error.name, error.code], ['WaypostError', `http_${status}`]);
        return true;
      });
    }
  });

  test('every error code has one, with its request ID', async () => {
    const links = ['blocked', 'expired', 'scan_limit_reached', 'misdirected', 'method_not_allowed'];
    assert.deepEqual(
      [...expected.keys()].sort(),
      Object.keys(errorStatus)
        .filter((code) => !links.includes(code))
        .sort(),
    );
    for (const [code, kind] of expected) {
      const status = errorStatus[code as keyof typeof errorStatus];
      const body = JSON.stringify({ ok: false, code, message: 'as said', request_id: 'r-1' });
      misbehave(() => ({ status, body }));
      await assert.rejects(client({ retriesMax: 0 }).qrCodes.get('qrc_x'), (error: WaypostError) => {
        assert.ok(error instanceof kind, code);
        assert.deepEqual(
          [error.code, error.status, error.requestId, error.message],
          [code, status, 'r-1', 'as said'],
        );
        return true;
      });
    }
  });

  test('those of the real service', async () => {
    misbehave(() => null);
    const waypost = client();
    await assert.rejects(client({ apiKey: 'wrong' }).projects.page(), UnauthorizedError);
    await assert.rejects(waypost.qrCodes.get('qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D'), NotFoundError);
    await assert.rejects(waypost.projects.create({ name: '' }), InvalidRequestError);
    await assert.rejects(
      waypost.qrCodes.create({ redirect_url: 'https://go.example.com/x' }),
      UnsafeUrlError,
    );
    await waypost.projects.create({ name: 'one' }, { idempotencyKey: 'k' });
    await assert.rejects(waypost.projects.create({ name: 'two' }, { idempotencyKey: 'k' }), ConflictError);
    const small = await api.createAccount({ plan: 'starter', limits: { ...roomyLimits, qr_codes: 0 } });
    const poor = client({ apiKey: small.key });
    await assert.rejects(poor.qrCodes.create({ redirect_url: 'https://example.com/' }), QuotaExceededError);
    await assert.rejects(
      poor.qrCodes.create({ redirect_url: 'https://example.com/', scan_limit: 1 }),
      ForbiddenError,
    );
  });

  test('an unknown code, and a proxy without JSON, are classified by status', async () => {
    misbehave(() => ({ status: 418, body: JSON.stringify({ code: 'brand_new', message: 'tea' }) }));
    await assert.rejects(client().projects.page(), { code: 'brand_new', status: 418 });
    misbehave(() => ({ status: 502 }));
    await assert.rejects(client({ retriesMax: 0 }).projects.page(), ServiceError);
  });
});

describe('failures on the way', () => {
  test('a storm of 429 and 503, cut connections and lost responses: everything is created once', async () => {
    let left = 6;
    const faults = [
      { status: 429, retryAfter: '0' },
      { status: 503, retryAfter: '0' },
      { kind: 'cut' },
      { kind: 'cut-after' },
      { status: 500 },
      { status: 502 },
    ] as const;
    // Each request in turn meets each of them, and is let through now and then.
    misbehave((_, index) => (index % 3 === 2 ? null : (faults[(left = (left + 1) % 6)] ?? null)));
    const waypost = client({ retriesMax: 10 });
    const before = await count();
    const names = Array.from({ length: 20 }, (_, index) => `storm ${index}`);
    const made = await Promise.all(names.map((name) => waypost.projects.create({ name })));
    misbehave(() => null);
    assert.equal(new Set(made.map(({ project_id }) => project_id)).size, 20);
    assert.equal((await count()) - before, 20);
  });

  const count = async () => {
    let projects = 0;
    for await (const _ of new Waypost({ apiKey: account.key, baseUrl: api.url }).projects.list({
      pageSize: 100,
    }))
      projects += 1;
    return projects;
  };

  test('every try of one request has the same idempotency key, and two requests have two', async () => {
    misbehave((_, index) => (index < 3 ? { status: 503, retryAfter: '0' } : null));
    await client().projects.create({ name: 'a' });
    await client().projects.create({ name: 'b' });
    const keys = proxy.seen.map(({ idempotencyKey }) => idempotencyKey);
    assert.equal(keys.length, 5);
    assert.equal(new Set(keys.slice(0, 4)).size, 1);
    assert.notEqual(keys[4], keys[0]);
  });

  test('Retry-After is respected; one that is too long is thrown at once', async () => {
    misbehave((_, index) => (index === 0 ? { status: 429, retryAfter: '1' } : null));
    const startMs = performance.now();
    await client().projects.page();
    assert.ok(performance.now() - startMs >= 1_000);
    misbehave(() => ({
      status: 429,
      retryAfter: '3600',
      body: JSON.stringify({ code: 'rate_limit_day', message: 'tomorrow' }),
    }));
    await assert.rejects(
      client().projects.page(),
      (error: WaypostError) => error instanceof RateLimitedError && error.retryAfterSeconds === 3_600,
    );
    assert.equal(proxy.seen.length, 1);
  });

  test('refusals are not retried, and retries end', async () => {
    misbehave(() => ({ status: 400, body: JSON.stringify({ code: 'invalid_request', message: 'no' }) }));
    await assert.rejects(client().projects.page(), InvalidRequestError);
    assert.equal(proxy.seen.length, 1);
    misbehave(() => ({ status: 503, retryAfter: '0' }));
    await assert.rejects(client({ retriesMax: 2 }).projects.page(), ServiceError);
    assert.equal(proxy.seen.length, 3);
  });

  test('a silent server is given up after the timeout, and an abort ends everything at once', async () => {
    misbehave(() => ({ kind: 'silent' }));
    await assert.rejects(client({ timeoutMs: 100, retriesMax: 1 }).projects.page(), ConnectionError);
    assert.equal(proxy.seen.length, 2);
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('enough')), 50);
    await assert.rejects(client().projects.page({ signal: abort.signal }), /enough/);
    misbehave(() => ({ status: 503, retryAfter: '30' }));
    const waiting = new AbortController();
    setTimeout(() => waiting.abort(new Error('enough')), 100);
    await assert.rejects(client().projects.page({ signal: waiting.signal }), /enough/);
  });
});

describe('lists', () => {
  test('ten thousand codes with an iterator, each once, in order', async () => {
    misbehave(() => null);
    const owner = await api.createAccount();
    const codes = scaled(10_000, 1_000);
    await insertCodes(api.db, owner, ['https://example.com/many'], codes);
    const ids = new Set<string>();
    for await (const { qr_id } of client({ apiKey: owner.key }).qrCodes.list({ pageSize: 100 }))
      ids.add(qr_id);
    assert.equal(ids.size, codes);
    assert.equal(proxy.seen.length, codes / 100);
  });

  test('a token that has expired restarts the list: that is an error, not a second round', async () => {
    misbehave(() => null);
    const owner = await api.createAccount();
    await insertCodes(api.db, owner, ['https://example.com/many'], 250);
    const pass = globalThis.fetch;
    // The service drops the token of the second page (D31).
    const forgetful: typeof fetch = (input, init) =>
      pass((input as string).replace(/page_token=[^&]*/, 'page_token=old'), init);
    const waypost = client({ apiKey: owner.key, fetch: forgetful });
    let read = 0;
    await assert.rejects(async () => {
      for await (const _ of waypost.qrCodes.list({ pageSize: 100 })) read += 1;
    }, ListRestartedError);
    assert.equal(read, 100);
  });

  test('an image that can’t be rendered is an error with the reason', async () => {
    misbehave(() => null);
    const made = await client().qrCodes.create({ redirect_url: 'https://example.com/' });
    await client().qrCodes.waitUntilRendered(made.qr_id);
    await api.db
      .updateTable('qr_codes')
      .set({ render_status: 'error', render_error: 'too pale' })
      .where('label', '=', 'Untitled')
      .execute();
    await assert.rejects(
      client().qrCodes.waitUntilRendered(made.qr_id),
      (error: WaypostError) => error instanceof RenderFailedError && error.message === 'too pale',
    );
  });
});

describe('the package', () => {
  test('its types are those of the committed OpenAPI document', () => {
    const made = execFileSync(process.execPath, ['make-types.ts', '--print'], {
      cwd: `${root}sdk`,
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    assert.equal(
      readFileSync(`${root}sdk/src/openapi.ts`, 'utf8').trim(),
      made.trim(),
      'run npm run openapi',
    );
  });

  test('contains only built files, and has at most 15 kB minified', async (t) => {
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json'], {
        cwd: `${root}sdk`,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as { files: { path: string }[] }[];
    for (const { path } of packed?.files ?? [])
      assert.match(path, /^(dist\/[\w-]+\.(js|d\.ts)|package\.json|README\.md)$/);
    const bundle = await rolldown({ input: `${root}sdk/dist/waypost.js` });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    const bytes = output.reduce(
      (sum, part) => sum + (part.type === 'chunk' ? Buffer.byteLength(part.code) : 0),
      0,
    );
    t.diagnostic(`${bytes} bytes minified`);
    assert.ok(bytes <= 15_000);
  });
});

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

describe('version 2', () => {
  test('templates, waiting, safe changes, bulk, analytics, history and the account', async () => {
    misbehave(() => null);
    const waypost = client();
    const template = await waypost.styleTemplates.create({ name: 'Ours', design: { dot_style: 'rounded' } });
    assert.equal((await waypost.styleTemplates.judge(template.design)).verdict, 'pass');
    const code = await waypost.qrCodes.create(
      { redirect_url: 'https://example.com/', template_id: template.template_id },
      { waitSeconds: 10 },
    );
    assert.equal(code.render_status, 'done');
    assert.match(code.short_link ?? '', /^https:\/\/go\.example\.com\/qr-/);
    await waypost.qrCodes.update(code.qr_id, { label: 'First' }, { ifMatch: code.etag });
    await assert.rejects(
      waypost.qrCodes.update(code.qr_id, { label: 'Late' }, { ifMatch: code.etag }),
      (error) => error instanceof ConflictError && error.code === 'precondition_failed',
    );
    const many = await waypost.qrCodes.createMany([
      { redirect_url: 'https://example.com/1' },
      { name: 'No target' },
    ]);
    assert.deepEqual([many.succeeded, many.failed], [1, 1]);
    const moved = await waypost.qrCodes.updateMany([code.qr_id], { label: 'Both' }, { atomic: true });
    assert.equal(moved.results[0]?.qr_code?.label, 'Both');
    const { etag } = await waypost.qrCodes.get(code.qr_id);
    const changed = await waypost.qrCodes.changeMany([
      { qr_id: code.qr_id, change: { label: 'Each' }, if_match: etag },
    ]);
    assert.equal(changed.succeeded, 1);
    const { scans } = await waypost.analytics.ofCode(code.qr_id, 'summary', { interval: '7d' });
    assert.equal(scans, 0);
    const trend = await waypost.analytics.ofProject(account.defaultProjectId, 'trend', {
      start: new Date('2026-03-01T00:00:00Z'),
      end: '2026-03-08T00:00:00Z',
      timezone: 'UTC',
      unit: 'day',
    });
    assert.equal(trend.points.length, 7);
    // Two others run, so that it waits.
    await sql`insert into exports (export_id, account_id, kind, format, status)
      select gen_random_uuid(), ${account.uuid}, 'qr_codes', 'csv', 'running' from generate_series(1, 2)`.execute(
      api.db,
    );
    const started = await waypost.exports.create({ kind: 'qr_codes', format: 'csv' });
    assert.equal((await waypost.exports.get(started.export_id)).status, 'queued');
    assert.equal((await all(waypost.exports.list())).length, 3);
    await assert.rejects(
      waypost.exports.waitUntilDone(started.export_id, { waitMsMax: 100 }),
      ExportTimeoutError,
    );
    await waypost.exports.delete(started.export_id);
    assert.deepEqual(await all(waypost.qrCodes.scans(code.qr_id, { afterNumber: 0 })), []);
    const [last] = await all(waypost.qrCodes.history(code.qr_id));
    assert.equal(last?.changes[0]?.after, 'Each');
    const reverted = await waypost.qrCodes.revert(code.qr_id, last?.change_id ?? '');
    assert.equal(reverted.label, 'Both');
    const renamed = await waypost.styleTemplates.update(template.template_id, { name: 'Mine' });
    assert.equal((await waypost.styleTemplates.get(renamed.template_id)).name, 'Mine');
    assert.equal((await all(waypost.styleTemplates.list())).length, 1);
    await waypost.styleTemplates.delete(template.template_id, { ifMatch: renamed.etag });
    const { value: first } = await waypost.events.follow({ types: ['qr.created'], qrId: code.qr_id }).next();
    assert.equal(first?.data.qr_code?.qr_id, code.qr_id);
    assert.deepEqual((await waypost.events.get(first?.event_id ?? '')).data, first?.data);
    const listed = await all(waypost.events.list({ qrId: code.qr_id, pageSize: 2 }));
    assert.equal(listed[0]?.event_id, first?.event_id);
    assert.ok(listed.length > 2);
    assert.equal((await waypost.account()).plan, 'enterprise');
  });

  test('an error has the field, its explanation and all problems', async () => {
    misbehave(() => null);
    await assert.rejects(client().qrCodes.create({ redirect_url: 'nope', scan_limit: 0 }), (error) => {
      assert.ok(error instanceof InvalidRequestError);
      assert.equal(error.param, 'redirect_url');
      assert.match(error.docUrl ?? '', /errors#invalid_request$/);
      assert.deepEqual(
        error.problems.map(({ param }) => param),
        ['redirect_url', 'scan_limit'],
      );
      return true;
    });
  });
});

describe('options', () => {
  test('undefined means the default, and a wrong address fails at once', async () => {
    misbehave(() => ({ status: 503 }));
    const undefinedOptions = { retriesMax: undefined, timeoutMs: undefined, waitMsMax: undefined };
    await assert.rejects(client(undefinedOptions).projects.page(), ServiceError);
    assert.equal(proxy.seen.length, 5);
    for (const baseUrl of ['', 'api.example.com', 'ftp://example.com', undefined])
      assert.throws(() => new Waypost({ apiKey: 'x', baseUrl: baseUrl as string }), TypeError);
  });

  test('requests name the SDK, and the quotas of the last response can be read', async () => {
    misbehave(() => null);
    const waypost = client();
    assert.equal(waypost.rateLimits.length, 0);
    await waypost.projects.page();
    const { version } = JSON.parse(readFileSync(`${root}sdk/package.json`, 'utf8'));
    assert.equal(proxy.seen.at(-1)?.userAgent, `waypost-sdk/${version}`);
    const minute = waypost.rateLimits.find(({ name }) => name === 'minute');
    assert.ok(minute !== undefined);
    assert.deepEqual([minute.limit, minute.windowSeconds], [roomyLimits.requests_per_minute, 60]);
    assert.ok(minute.remaining < minute.limit);
  });

  test('an image that is not ready in time has its own error', async () => {
    const waypost = client({ fetch: async () => Response.json({ ok: true, render_status: 'pending' }) });
    const waited = waypost.qrCodes.waitUntilRendered('qrc_x', { waitMsMax: 400 });
    await assert.rejects(waited, RenderTimeoutError);
  });
});
