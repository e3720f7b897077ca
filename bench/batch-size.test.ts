import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { roundFigure, writeFigure } from '../test/support/measure/write-figure.ts';
import { startTestApi, type TestApi } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';
import { measureLoad } from './support/measure-load.ts';
import { listPostgresPids, makeCodes, spawnServer } from './support/scan-bench.ts';

const codeCount = scaled(10_000, 500);
const seconds = scaled(8, 1);
/** The scans that wait for a commit become the next batch, so more connections make larger batches. */
const connectionCounts = proofScale < 1 ? [1, 32] : [1, 2, 4, 8, 16, 32, 64, 128, 256];

let api: TestApi;
let folder: string;
let scan: TestScan;
let folding: ChildProcess;

before(async () => {
  api = await startTestApi();
  folder = mkdtempSync('/var/tmp/waypost-bench-batch-');
  const slugs = await makeCodes(api, codeCount);
  writeFileSync(join(folder, 'paths'), slugs.map((slug) => `/${slug.toUpperCase()}`).join('\n'));
  scan = await startTestScan(api);
  folding = (await spawnServer(api, 'fold-loop.ts')).child;
});
after(async () => {
  folding.kill('SIGKILL');
  scan.stop();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function countBatches(): Promise<number> {
  const { rows } = await sql<{ batches: number }>`select count(*)::int as batches from scan_batches`.execute(
    api.db,
  );
  return rows[0]?.batches ?? 0;
}

test('the more scans wait at the same time, the less each of them costs', async (t) => {
  const pid = scan.process.child.pid ?? 0;
  const runner = { name: 'scan', url: scan.url, pid, paths: join(folder, 'paths') };
  const figures: { scansPerBatch: number; postgresMicroseconds: number; scanMicroseconds: number }[] = [];
  await measureLoad(runner, { connections: 64, seconds });
  for (const connections of connectionCounts) {
    const before = await countBatches();
    const load = { connections, seconds };
    const measured = await measureLoad(runner, load, { postgresPids: () => listPostgresPids(api) });
    const batches = (await countBatches()) - before;
    const figure = {
      scansPerBatch: roundFigure((measured.perSecond * seconds) / batches),
      postgresMicroseconds: roundFigure(measured.postgresMicroseconds),
      scanMicroseconds: roundFigure(measured.cpuMicroseconds),
    };
    figures.push(figure);
    t.diagnostic(
      `${connections} connections: ${figure.scansPerBatch} scans per batch; CPU per scan ${figure.postgresMicroseconds} µs in PostgreSQL, ${figure.scanMicroseconds} µs in scan`,
    );
  }
  const [first, last] = [figures[0], figures.at(-1)];
  assert.ok(first && last && last.scansPerBatch > 4 * first.scansPerBatch);
  assert.ok(last.postgresMicroseconds < first.postgresMicroseconds / 2);
  writeFigure('batches', { batches: figures });
});
