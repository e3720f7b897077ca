import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Tracing } from '#platform/tracing.ts';
import { type OtlpDouble, startOtlpDouble } from './otlp-double.ts';
import { startWaypost } from './support/scratch/spawn-waypost.ts';
import { sendRequest, startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

const proxyTrace = '0af7651916cd43dd8448eb211c80319c';
const proxyHeader = `00-${proxyTrace}-b7ad6b7169203331-01`;

describe('traces', () => {
  let api: TestApi;
  let account: TestAccount;
  let folder: string;
  let collector: OtlpDouble;
  before(async () => {
    api = await startTestApi();
    account = await api.createAccount();
    folder = mkdtempSync(join(tmpdir(), 'waypost-traces-'));
    collector = await startOtlpDouble();
  });
  after(async () => {
    collector.close();
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Creates a code, waits for its image, scans it, and stops the process. */
  async function useService(
    environment: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const waypost = await startWaypost([], {
      DATABASE_URL: api.config.databaseUrl,
      REDIS_KEY_PREFIX: api.config.redisKeyPrefix,
      FILE_STORE: `file:${folder}`,
      JOURNAL_DIR: join(folder, 'journal'),
      ...environment,
    });
    const { api: url = '', scan = '' } = waypost.addresses;
    const body = { redirect_url: 'https://example.com/' };
    const created = await sendRequest(url, 'POST', '/v1/qr-codes', { key: account.key, body, headers });
    let slug: string | null = null;
    for (let tries = 0; slug === null && tries < 100; tries++) {
      await sleep(100);
      slug = (await sendRequest(url, 'GET', `/v1/qr-codes/${created.body.qr_id}`, { key: account.key })).body
        .slug;
    }
    const scanned = await fetch(`${scan}/${slug}`, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Safari' },
    });
    assert.equal(scanned.status, 302);
    const exited = once(waypost.child, 'exit');
    waypost.child.kill('SIGTERM');
    assert.deepEqual((await exited)[0], 0);
    return waypost.logged();
  }

  test('go from the request through its job to the renderer, and from a scan to the commit that counted it', async () => {
    await useService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const { spans } = collector;
    const find = (name: string) => {
      const span = spans.find((one) => one.name === name);
      assert.ok(span, `${name} is not among ${spans.map((one) => one.name).join(', ')}`);
      return span;
    };
    const request = find('POST /v1/qr-codes');
    assert.equal(request.attributes['http.response.status_code'], 201);
    const job = find('render-qr-code');
    assert.deepEqual([job.traceId, job.parentSpanId], [request.traceId, request.spanId]);
    for (const step of ['draw and judge', 'store files'])
      assert.deepEqual([find(step).traceId, find(step).parentSpanId], [request.traceId, job.spanId], step);
    const scan = find('scan');
    const commit = find('commit scans');
    assert.deepEqual(
      commit.links.map(({ spanId }) => spanId),
      [scan.spanId],
    );
    assert.ok(scan.links.some(({ spanId }) => spanId === commit.spanId));
    assert.equal(scan.attributes['waypost.answer'], 'redirect');
    assert.equal(scan.service, 'waypost-api-scan-worker');
  });

  test('contain no key and no address', () => {
    assert.ok(!collector.received().includes(account.key));
    assert.doesNotMatch(collector.received(), /127\.0\.0\.1/);
  });

  test('continue the trace of a trusted proxy, and of nobody else', async () => {
    collector.spans.length = 0;
    const headers = { traceparent: proxyHeader };
    await useService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, headers);
    assert.ok(collector.spans.every(({ traceId }) => traceId !== proxyTrace));
    await useService(
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUSTED_PROXIES: '127.0.0.1/32' },
      headers,
    );
    const followed = collector.spans.filter(({ traceId }) => traceId === proxyTrace).map(({ name }) => name);
    assert.deepEqual(followed.toSorted(), [
      'POST /v1/qr-codes',
      'draw and judge',
      'render-qr-code',
      'store files',
    ]);
  });

  test('are off by default, and a missing collector stops nothing', async () => {
    collector.spans.length = 0;
    await useService({});
    assert.equal(collector.spans.length, 0);
    await useService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    await useService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACES_PERCENT: '0' });
    assert.equal(collector.spans.length, 0);
  });

  test('report when they don’t arrive', { timeout: 60_000 }, async () => {
    const told = Promise.withResolvers<string>();
    const tracing = await Tracing.open({
      endpoint: 'http://127.0.0.1:1',
      ratio: 1,
      service: 'test',
      version: '0',
      onProblem: told.resolve,
    });
    tracing.start('nowhere').end();
    assert.match(await told.promise, /ECONNREFUSED|export/i);
    await tracing.close();
  });
});
