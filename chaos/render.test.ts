import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { type RunningWaypost, startWaypost } from '../test/support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/scratch/test-api.ts';

const codeCount = scaled(2_000, 60);
const kills = scaled(20, 2);
const publicBaseUrl = 'https://go.example.com';
let api: TestApi;
let account: TestAccount;
let folder: string;
let workers: RunningWaypost[];

before(async () => {
  folder = mkdtempSync('/tmp/waypost-render-');
  api = await startTestApi({ environment: { FILE_STORE: `file:${folder}`, PUBLIC_BASE_URL: publicBaseUrl } });
  account = await api.createAccount();
  workers = await Promise.all([spawnWorker(), spawnWorker()]);
});
after(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await api.close();
  rmSync(folder, { recursive: true });
});

function spawnWorker(): Promise<RunningWaypost> {
  return startWaypost(['--only', 'worker'], {
    DATABASE_URL: api.config.databaseUrl,
    FILE_STORE: `file:${folder}`,
    PUBLIC_BASE_URL: publicBaseUrl,
  });
}

const countByStatus = async () => {
  const rows = await api.db
    .selectFrom('qr_codes')
    .select(['render_status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('render_status')
    .execute();
  return new Map(rows.map(({ render_status: status, count }) => [status as string, count]));
};

/** No attempt stays `rendering` for longer than the lease of a silent worker. */
async function assertLeases(since: Map<string, number>): Promise<void> {
  const rows = await api.db
    .selectFrom('qr_codes')
    .select(['qr_id', 'render_attempt'])
    .where('render_status', '=', 'rendering')
    .execute();
  const nowMs = performance.now();
  for (const { qr_id: id, render_attempt: attempt } of rows) {
    const key = `${id} ${attempt}`;
    if (!since.has(key)) since.set(key, nowMs);
    assert.ok(nowMs - (since.get(key) ?? nowMs) < 30_000, `${key} is rendering for more than 30 s`);
  }
}

test(`${kills} kill -9 of workers while ${codeCount} codes render: all finish, with one slug and a file that contains it`, async (t) => {
  const slugsBefore = new Map<string, string>();
  for (let index = 0; index < codeCount; index++) await api.createQrCode(account);
  for (const row of await api.db.selectFrom('qr_codes').select(['qr_id', 'reserved_slug']).execute()) {
    slugsBefore.set(row.qr_id, row.reserved_slug);
  }
  const renderingSince = new Map<string, number>();
  for (let kill = 0; kill < kills; kill++) {
    await sleep(300);
    await assertLeases(renderingSince);
    const [victim, other] = workers;
    assert.ok(victim && other);
    victim.child.kill('SIGKILL');
    workers = [other, await spawnWorker()];
  }
  const startedMs = performance.now();
  // The jobs of a killed worker are released within 30 s; the rest is rendering.
  const patienceMs = 45_000 + codeCount * 150;
  while (((await countByStatus()).get('done') ?? 0) < codeCount) {
    await assertLeases(renderingSince);
    assert.ok(performance.now() - startedMs < patienceMs, JSON.stringify([...(await countByStatus())]));
    await sleep(250);
  }
  t.diagnostic(`all done ${((performance.now() - startedMs) / 1_000).toFixed(1)} s after the last kill`);
  const rows = await api.db.selectFrom('qr_codes').selectAll().execute();
  assert.equal(new Set(rows.map((row) => row.reserved_slug)).size, codeCount);
  for (const row of rows) {
    assert.equal(row.reserved_slug, slugsBefore.get(row.qr_id));
    assert.equal(row.is_slug_public, true);
    const response = await fetch(`${api.url}/files/${row.png_file}`);
    const text = await readQrCode(new Uint8Array(await response.arrayBuffer()));
    assert.equal(text, `${publicBaseUrl}/${row.reserved_slug}`.toUpperCase());
  }
});
