import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { test } from 'node:test';
import { startTcpProxy } from '../support/doubles/tcp-proxy.ts';
import { startTestApi } from '../support/scratch/test-api.ts';
import { testServer } from '../support/scratch/test-database.ts';
import { scanLink, startScanHere } from '../support/scratch/test-scan.ts';

test('a disconnected process responds as of its last contact for 24 hours, then with 503', async () => {
  let nowMs = Date.now();
  const api = await startTestApi();
  const account = await api.createAccount();
  const proxy = await startTcpProxy(testServer.hostname, Number(testServer.port));
  const url = new URL(api.config.databaseUrl);
  url.port = String(proxy.port);
  const config = {
    ...api.config,
    databaseDirectUrl: url.href,
    journalDir: mkdtempSync('/tmp/waypost-journal-'),
  };
  const scan = await startScanHere({ config }, { nowMs: () => nowMs, monotonicMs: () => nowMs });
  const scanUrl = scan.address ?? '';
  const open = await api.createQrCode(account);
  const blocked = await api.createQrCode(account, { expires_at: '2020-01-01T00:00:00Z' });
  const [slug, expired] = [await api.publishQrCode(open.qr_id), await api.publishQrCode(blocked.qr_id)];
  assert.equal((await scanLink(scanUrl, slug)).status, 302);
  assert.equal((await scanLink(scanUrl, expired)).status, 410);
  proxy.cut();
  assert.equal((await scanLink(scanUrl, slug)).status, 302);
  nowMs += 24 * 60 * 60_000 - 60_000;
  assert.equal((await scanLink(scanUrl, slug)).status, 302);
  assert.equal((await scanLink(scanUrl, expired)).status, 410);
  nowMs += 120_000;
  const late = await scanLink(scanUrl, slug, { headers: { accept: 'application/json' } });
  assert.equal(late.status, 503);
  assert.equal(JSON.parse(late.body).code, 'service_unavailable');
  assert.equal((await scanLink(scanUrl, expired)).status, 503);
  proxy.restore();
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await scanLink(scanUrl, slug)).status === 302) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal((await scanLink(scanUrl, slug)).status, 302);
  await scan.close();
  await proxy.close();
  await api.close();
});
