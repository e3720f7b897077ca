import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { makeSlug } from '#core/slug.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { proofScale, scaled } from '../support/measure/proof-scale.ts';
import { createLoadClient, inParallel } from '../support/measure/scan-load.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const misses = scaled(100_000, 4_000);
const warmScans = scaled(6_000, 600);
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

const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${scan.process.child.pid}/status`, 'utf8'))?.[1]) / 1_024;

test(`${misses} guessed slugs leave memory bounded and warm scans nearly as fast`, async (t) => {
  const account = await api.createAccount();
  const slugs = await Promise.all(
    Array.from({ length: 20 }, async () => api.publishQrCode((await api.createQrCode(account)).qr_id)),
  );
  const client = createLoadClient(24);
  const warm = async () => {
    const times: number[] = [];
    await inParallel(4, async (worker) => {
      for (let turn = 0; turn < warmScans / 4; turn++) {
        const startedMs = performance.now();
        const answer = await client.scan(scan.url, slugs[(turn * 4 + worker) % slugs.length] ?? '');
        times.push(performance.now() - startedMs);
        assert.equal(answer?.status, 302);
      }
    });
    times.sort((a, b) => a - b);
    return times[Math.floor(times.length * 0.99)] ?? 0;
  };
  await warm();
  const random = seededRandom(3);
  const guess = () => makeSlug((count) => Uint8Array.from({ length: count }, () => random() * 256));
  // From everywhere: a single network would soon be told to wait.
  const network = () => {
    const [high, low] = [Math.floor(random() * 256), Math.floor(random() * 256)];
    return { 'x-forwarded-for': `203.${high}.${low}.1` };
  };
  let [isOver, asked] = [false, 0];
  /** A guesser at a steady pace next to the others. */
  const attack = (slugOf: () => string) =>
    inParallel(4, async () => {
      while (!isOver) {
        asked += 1;
        await client.scan(scan.url, slugOf(), { headers: network() });
      }
    });
  // The same load without guesses, for comparison.
  const beside = attack(() => 'nothing');
  const calmP99 = await warm();
  isOver = true;
  await beside;
  [isOver, asked] = [false, 0];
  const startMb = residentMb();
  const guessing = attack(guess);
  const attackedP99 = await warm();
  isOver = true;
  await guessing;
  await inParallel(16, async () => {
    for (; asked < misses; asked++)
      assert.equal((await client.scan(scan.url, guess(), { headers: network() }))?.status, 404);
  });
  client.close();
  const endMb = residentMb();
  t.diagnostic(
    `${asked} misses; p99 ${calmP99.toFixed(1)} ms → ${attackedP99.toFixed(1)} ms; ${startMb.toFixed(0)} → ${endMb.toFixed(0)} MB`,
  );
  assert.ok(endMb - startMb < 100, `${startMb} → ${endMb} MB`);
  assert.ok(
    attackedP99 < Math.max(calmP99 * (proofScale >= 1 ? 1.5 : 4), 5),
    `${calmP99} → ${attackedP99} ms`,
  );
});
