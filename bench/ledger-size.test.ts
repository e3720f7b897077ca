import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { seededRandom } from '../test/support/data/seeded-random.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { createLoadClient, inParallel } from '../test/support/measure/scan-load.ts';
import { startTestApi, type TestApi } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';

const scanCount = scaled(200_000, 10_000);
const codeCount = 50;
const workers = 64;
const bytesMax = 200;
const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
];

let api: TestApi;
let scan: TestScan;
before(async () => {
  api = await startTestApi();
  scan = await startTestScan(api, { TRUSTED_PROXIES: '127.0.0.1/32' });
});
after(async () => {
  scan.stop();
  await api.close();
});

test(`size of a scan in the ledger, with ${scanCount} scans by different visitors`, async (t) => {
  const account = await api.createAccount();
  const slugs: string[] = [];
  for (let index = 0; index < codeCount; index++)
    slugs.push(await api.publishQrCode((await api.createQrCode(account)).qr_id));
  const client = createLoadClient(workers);
  const random = seededRandom(7);
  const below = (max: number) => Math.floor(random() * max);
  await inParallel(workers, async () => {
    for (let nth = 0; nth < scanCount / workers; nth++) {
      const address = `${80 + below(10)}.${below(256)}.${below(256)}.${1 + below(254)}`;
      await client.scan(scan.url, slugs[below(codeCount)] ?? '', {
        headers: { 'user-agent': agents[below(agents.length)] ?? '', 'x-forwarded-for': address },
      });
    }
  });
  client.close();
  const { rows } = await sql<{ bytes: number; scans: number; batches: number }>`
    select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'scan_batches'::regclass)::bigint as bytes,
      (select sum(scan_count) from scan_counts)::int as scans, (select count(*) from scan_batches)::int as batches`.execute(
    api.db,
  );
  const { bytes, scans, batches } = rows[0] ?? { bytes: 0, scans: 0, batches: 0 };
  t.diagnostic(
    `${(bytes / scans).toFixed(0)} bytes per scan, ${(scans / batches).toFixed(0)} scans per batch`,
  );
  assert.ok(scans >= scanCount * 0.99);
  assert.ok(bytes / scans < bytesMax);
});
