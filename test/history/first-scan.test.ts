import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { foldOpenRows } from '#features/scan-upkeep/fold-scans.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

let api: TestApi;
let scan: TestScan;
let account: TestAccount;

before(async () => {
  api = await startTestApi();
  scan = await startTestScan(api);
  account = await api.createAccount({ plan: 'enterprise' });
});
after(async () => {
  scan.stop();
  await api.close();
});

const patch = (qrId: string, body: unknown) =>
  api.request('PATCH', `/v1/qr-codes/${qrId}`, { key: account.key, body });

/** The first scan of each change, newest change first. */
async function firstScans(qrId: string): Promise<(number | null)[]> {
  const { body } = await api.request('GET', `/v2/qr-codes/${qrId}/history`, { key: account.key });
  return body.items.map((item: { first_scan_number: number | null }) => item.first_scan_number);
}

async function scanTimes(slug: string, times: number, target: string): Promise<void> {
  for (let nth = 0; nth < times; nth++) assert.equal((await scanLink(scan.url, slug)).location, target);
}

for (const limit of [null, 1_000])
  test(`a change names the first scan that saw it, for a code ${limit === null ? 'without' : 'with'} a limit`, async () => {
    const { qr_id: qrId } = await api.createQrCode(account, {
      redirect_url: 'https://example.com/a',
      scan_limit: limit,
    });
    const slug = await api.publishQrCode(qrId);
    assert.deepEqual(await firstScans(qrId), [null], 'nobody has scanned it yet');
    await scanTimes(slug, 3, 'https://example.com/a');
    await foldOpenRows(api.db);
    assert.deepEqual(await firstScans(qrId), [1]);
    await patch(qrId, { redirect_url: 'https://example.com/b' });
    // Not folded in between: versions tell which scan saw what.
    await scanTimes(slug, 2, 'https://example.com/b');
    await patch(qrId, { label: 'scans see nothing of it' });
    await patch(qrId, { redirect_url: 'https://example.com/c', expires_at: '2040-01-01T00:00:00Z' });
    await scanTimes(slug, 1, 'https://example.com/c');
    await patch(qrId, { redirect_url: 'https://example.com/d' });
    await foldOpenRows(api.db);
    assert.deepEqual(await firstScans(qrId), [null, 6, null, 4, 1]);
    await scanTimes(slug, 1, 'https://example.com/d');
    await foldOpenRows(api.db);
    assert.deepEqual(await firstScans(qrId), [7, 6, null, 4, 1]);
  });

test('of two changes without a scan in between, the next scan is the first one for both', async () => {
  const { qr_id: qrId } = await api.createQrCode(account);
  const slug = await api.publishQrCode(qrId);
  await patch(qrId, { redirect_url: 'https://example.com/b' });
  await patch(qrId, { redirect_url: 'https://example.com/c' });
  await scanTimes(slug, 2, 'https://example.com/c');
  await foldOpenRows(api.db);
  assert.deepEqual(await firstScans(qrId), [1, 1, 1]);
});
