import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createSafety, type Safety } from '#features/url-safety/create-safety.ts';
import { generatedUrls } from '../test/support/data/generated-urls.ts';
import { seededRandom } from '../test/support/data/seeded-random.ts';
import { median } from '../test/support/measure/median.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { repeated } from '../test/support/measure/repeated.ts';
import { quietProcess } from '../test/support/scratch/quiet-process.ts';
import { startTestSafety, type TestSafety } from '../test/support/scratch/test-safety.ts';

const prefixCount = 1_000_000;
const checkCount = scaled(100_000, 10_000);
const batch = 100;
/** The goal is for the full size; a short run on a busy machine only shows that it works. */
const cpuMicrosMax = proofScale >= 1 ? 100 : 400;
const bytesMax = 16;

let service: TestSafety;
let safety: Safety;

before(async () => {
  service = await startTestSafety();
  safety = createSafety(service.api.db, quietProcess(service.api.config));
});
after(() => service.close());

test(`a list of ${prefixCount} prefixes takes at most ${bytesMax} bytes per entry and process`, async (t) => {
  const random = randomBytes(prefixCount * 4).toString('hex');
  service.webRisk.setList('MALWARE', random.match(/.{8}/g) ?? []);
  await service.update();
  const script = new URL('./support/list-memory.ts', import.meta.url).pathname;
  const env = { ...process.env, DATABASE_URL: service.api.config.databaseUrl };
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', script], { env, encoding: 'utf8' });
  assert.ok(stdout.startsWith('{'), stderr);
  const { entries, bytes: total } = JSON.parse(stdout) as { entries: number; bytes: number };
  const bytes = total / entries;
  t.diagnostic(`${entries} entries, ${bytes.toFixed(1)} bytes each`);
  assert.ok(entries > prefixCount * 0.99);
  assert.ok(bytes <= bytesMax, `${bytes} bytes`);
});

test(
  `${checkCount} checks against it: the median takes at most ${cpuMicrosMax} µs of CPU`,
  repeated(async (t) => {
    const urls: string[] = [];
    for (const url of generatedUrls(seededRandom(7))) {
      const parsed = URL.parse(url);
      if (parsed && /^https?:$/.test(parsed.protocol)) urls.push(parsed.href);
      if (urls.length === checkCount) break;
    }
    await safety.lists.refresh();
    const micros: number[] = [];
    for (let from = 0; from < urls.length; from += batch) {
      const began = process.cpuUsage();
      for (const url of urls.slice(from, from + batch)) await safety.checker.check([{ field: 'url', url }]);
      const { user, system } = process.cpuUsage(began);
      micros.push((user + system) / batch);
    }
    t.diagnostic(
      `median ${median(micros).toFixed(0)} µs of CPU a check; ${service.webRisk.count('/v1/hashes:search')} prefix hits`,
    );
    assert.ok(median(micros) <= cpuMicrosMax, `${median(micros)} µs`);
  }),
);
