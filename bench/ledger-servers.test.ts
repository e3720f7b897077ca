import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { LedgerDatabases, LedgerServer } from '#features/ledger-servers/ledger-databases.ts';
import { median } from '../test/support/measure/median.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { createScratchPostgres, type ScratchPostgres } from '../test/support/scratch/scratch-postgres.ts';
import { startTestApi, type TestApi } from '../test/support/scratch/test-api.ts';
import { addLedgerServers } from '../test/support/scratch/test-ledger.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';
import { type Measured, type MeasuredNumber, measureLoad, type Runner } from './support/measure-load.ts';
import { listPostgresPids, makeCodes, spawnServer } from './support/scan-bench.ts';

const codeCount = scaled(10_000, 500);
const rounds = scaled(6, 2);
const load = { connections: 64, seconds: scaled(6, 2) };
/** The maximum share of the work per scan that stays on the first server. */
const ceiling = proofScale >= 1 ? 0.8 : 2;

let scratch: ScratchPostgres[];
let api: TestApi;
let ledgers: LedgerDatabases;
let servers: LedgerServer[];
let folder: string;
let scans: TestScan[];
let folding: ChildProcess;
let runners: Record<'one' | 'three', Runner>;

before(async () => {
  scratch = await Promise.all([createScratchPostgres(), createScratchPostgres()]);
  const urls = await Promise.all(
    scratch.map(async ({ server }) => {
      const admin = new pg.Client({ connectionString: `${server.url}/postgres` });
      await admin.connect();
      await admin.query('create database ledger');
      await admin.end();
      return `${server.url}/ledger`;
    }),
  );
  api = await startTestApi({ environment: { LEDGER_DATABASE_URLS: urls.join(' ') } });
  ledgers = await addLedgerServers(api.db, urls);
  servers = await ledgers.list();
  folder = mkdtempSync('/var/tmp/waypost-bench-ledger-');
  const slugs = await makeCodes(api, codeCount);
  const paths = join(folder, 'paths');
  writeFileSync(paths, slugs.map((slug) => `/${slug.toUpperCase()}`).join('\n'));
  scans = [await startTestScan(api, { LEDGER_DATABASE_URLS: '' }), await startTestScan(api)];
  folding = (await spawnServer(api, 'fold-loop.ts')).child;
  const [one, three] = scans.map(({ url, process }) => ({ url, pid: process.child.pid ?? 0, paths }));
  assert.ok(one !== undefined && three !== undefined);
  runners = { one: { name: 'one', ...one }, three: { name: 'three', ...three } };
});
after(async () => {
  folding.kill('SIGKILL');
  for (const scan of scans) scan.stop();
  await ledgers.end();
  await api.close();
  for (const postgres of scratch) postgres.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('two ledger servers take work from the first server', async (t) => {
  const first = () => listPostgresPids(api);
  const others = async () => (await Promise.all(servers.map(listPostgresPids))).flat();
  const all: Record<'one' | 'three' | 'elsewhere', Measured[]> = { one: [], three: [], elsewhere: [] };
  for (const runner of Object.values(runners)) await measureLoad(runner, load);
  for (let round = 0; round < rounds; round++) {
    all.one.push(await measureLoad(runners.one, load, { postgresPids: first }));
    all.three.push(await measureLoad(runners.three, load, { postgresPids: first }));
    all.elsewhere.push(await measureLoad(runners.three, load, { postgresPids: others }));
  }
  const middle = (kind: keyof typeof all, field: MeasuredNumber) =>
    median(all[kind].map((measured) => measured[field]));
  const [one, three, elsewhere] = (['one', 'three', 'elsewhere'] as const).map((kind) =>
    middle(kind, 'postgresMicroseconds'),
  ) as [number, number, number];
  const rate = median(all.three.map(({ perSecond }, round) => perSecond / (all.one[round]?.perSecond ?? 1)));
  t.diagnostic(
    `alone ${middle('one', 'perSecond').toFixed(0)}/s, with two ledger servers on the same machine ${middle('three', 'perSecond').toFixed(0)}/s (${rate.toFixed(2)})`,
  );
  t.diagnostic(
    `CPU of the first server per scan: ${one.toFixed(1)} µs alone, ${three.toFixed(1)} µs with ledger servers, which take ${elsewhere.toFixed(1)} µs`,
  );
  assert.ok(three <= one * ceiling, `${three} µs instead of ${one} µs`);
});
