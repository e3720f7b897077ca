import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { assertNoticed } from '../support/measure/sabotage.ts';
import { createLoadClient, inParallel } from '../support/measure/scan-load.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const codeCount = scaled(200, 20);
const largeLimit = scaled(20_000, 400);
const connections = 64;
let api: TestApi;
let scans: TestScan[];

before(async () => {
  api = await startTestApi();
  scans = await Promise.all(Array.from({ length: 4 }, () => startTestScan(api)));
});
after(async () => {
  for (const scan of scans) scan.stop();
  await api.close();
});

test(`limits are exact: ${codeCount} codes with limits of 1 to 100 and one of ${largeLimit}, 4 processes, ten times the attempts`, async (t) => {
  const account = await api.createAccount();
  const limits = [...Array.from({ length: codeCount }, (_, index) => 1 + ((index * 37) % 100)), largeLimit];
  const codes: { id: string; slug: string; limit: number; redirects: number; refusals: number }[] = [];
  for (const limit of limits) {
    const { qr_id: id } = await api.createQrCode(account, { scan_limit: limit });
    codes.push({ id, slug: await api.publishQrCode(id), limit, redirects: 0, refusals: 0 });
  }
  const attempts = codes.flatMap((code) => Array.from({ length: code.limit * 10 }, () => code));
  const random = seededRandom(5);
  for (let at = attempts.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [attempts[at], attempts[other]] = [
      attempts[other] as (typeof codes)[0],
      attempts[at] as (typeof codes)[0],
    ];
  }
  const client = createLoadClient(connections);
  let next = 0;
  await inParallel(connections, async () => {
    for (let at = next++; at < attempts.length; at = next++) {
      const code = attempts[at];
      if (code === undefined) return;
      const answer = await client.scan(scans[at % scans.length]?.url ?? '', code.slug);
      if (answer?.status === 302) code.redirects += 1;
      else if (answer?.status === 410) code.refusals += 1;
      else assert.fail(`unexpected answer ${JSON.stringify(answer)}`);
    }
  });
  client.close();
  t.diagnostic(`${attempts.length} attempts`);
  for (const { id, limit, redirects, refusals } of codes) {
    assert.deepEqual([redirects, refusals], [limit, limit * 9]);
    const uuid = parseIdentifier('qrc', id) ?? '';
    const { rows } = await sql<{ count: number; events: number }>`
      select scan_count as count, (select count(*) from scan_events where qr_id = ${uuid}) as events
      from scan_counts where qr_id = ${uuid}`.execute(api.db);
    assert.deepEqual(rows, [{ count: limit, events: limit }]);
  }
});

test('a build that checks the limit before it counts is noticed', () => {
  assertNoticed({
    isFullSizeOnly: true,
    file: 'src/scan/count-scans.ts',
    from: 'least(b.scans, s.scan_limit - s.scan_count - s.pending)',
    to: 'least(b.scans, s.scan_limit - (select x.scan_count from scan_state x where x.qr_id = b.qr_id) - s.pending)',
    test: 'test/scan/exact.test.ts',
    pattern: '^limits are exact',
    environment: { PROOF_SCALE: '.1' },
  });
});
