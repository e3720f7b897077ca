import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { addDomain } from '#features/domains/add-domain.ts';
import { settleDomain } from '#features/domains/settle-domain.ts';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import { scaled } from '../test/support/proof-scale.ts';
import { createLoadClient } from '../test/support/scan-load.ts';
import { type RunningWaypost, startWaypost } from '../test/support/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/test-scan.ts';

const codeCount = scaled(10_000, 150);
const kills = 5;
const host = 'go.shop.example';
/** A killed worker's jobs are free after 30 s; the rest is drawing. */
const patienceMs = 120_000 + codeCount * 400;
let api: TestApi;
let scan: TestScan;
let account: TestAccount;
let folder: string;
let workers: RunningWaypost[];

before(async () => {
  folder = mkdtempSync('/tmp/waypost-redraw-');
  api = await startTestApi({ environment: { FILE_STORE: `file:${folder}` } });
  account = await api.createAccount();
  scan = await startTestScan(api);
  workers = await Promise.all([spawnWorker(), spawnWorker()]);
});
after(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  scan.stop();
  await api.close();
  rmSync(folder, { recursive: true });
});

function spawnWorker(): Promise<RunningWaypost> {
  return startWaypost(['--only', 'worker'], {
    DATABASE_URL: api.config.databaseUrl,
    FILE_STORE: `file:${folder}`,
    PUBLIC_BASE_URL: 'https://go.waypost.dev',
  });
}

test(`${codeCount} codes after a domain was added, ${kills} kill -9 of workers: every image is drawn once more and says the new host, and the old link never fails`, async (t) => {
  const { rows: codes } = await sql<{ qr_id: string; reserved_slug: string; project_id: string }>`
    with codes as (
      insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug, is_slug_public, last_rendered_at, render_status, created_at)
      select gen_random_uuid(), account_id, project_id, 'Poster', 'url', 'https://example.com/',
        'qr-' || translate(substr(md5(n::text), 1, 12), 'ilou', 'wxyz'), true, now(), 'done', now() - n * interval '1 second'
      from projects, generate_series(1, ${codeCount}::int) n where account_id = ${account.uuid} returning *),
    states as (insert into scan_state (qr_id, status) select qr_id, status from codes)
    select qr_id, reserved_slug, project_id from codes`.execute(api.db);
  const projectId = codes[0]?.project_id ?? '';
  const client = createLoadClient(4);
  let isOver = false;
  const answers = new Map<number | undefined, number>();
  const scanning = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const answer = await client.scan(scan.url, codes[turn % codes.length]?.reserved_slug ?? '');
      answers.set(answer?.status, (answers.get(answer?.status) ?? 0) + 1);
      await sleep(5);
    }
  })();

  const startMs = performance.now();
  const owner = { account_id: account.uuid, project_id: projectId, is_archived: false };
  const { domain_id } = await addDomain(api.db, owner, host, []);
  await settleDomain(api.db, domain_id, { kind: 'right' }, Date.now());
  for (let kill = 0; kill < kills; kill++) {
    await sleep(1_000);
    const [victim, other] = workers;
    assert.ok(victim && other);
    victim.child.kill('SIGKILL');
    workers = [other, await spawnWorker()];
  }
  const progress = async () => {
    const { rows } = await sql<{ finished: boolean; asked: number }>`
      select finished_at is not null as finished, asked from project_redraws where project_id = ${projectId}`.execute(
      api.db,
    );
    return rows[0] ?? { finished: false, asked: 0 };
  };
  while (!(await progress()).finished) {
    assert.ok(performance.now() - startMs < patienceMs, JSON.stringify(await progress()));
    await sleep(500);
  }
  t.diagnostic(`${codeCount} images in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`);
  isOver = true;
  await scanning;
  client.close();

  const { rows } = await sql<{
    reserved_slug: string;
    svg_file: string;
    rendered_host: string;
    render_generation: number;
    render_status: string;
  }>`
    select reserved_slug, svg_file, rendered_host, render_generation, render_status from qr_codes`.execute(
    api.db,
  );
  assert.equal(rows.length, codeCount);
  for (const row of rows) {
    assert.deepEqual([row.render_status, row.rendered_host, row.render_generation], ['done', host, 2]);
    const image = await sharp(
      Buffer.from(await (await fetch(`${api.url}/files/${row.svg_file}`)).arrayBuffer()),
    )
      .resize(512)
      .flatten({ background: '#ffffff' })
      .png()
      .toBuffer();
    assert.equal(await readQrCode(image), `HTTPS://${host}/${row.reserved_slug}`.toUpperCase());
  }
  t.diagnostic(
    `scans of the old link meanwhile: ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
  );
  assert.deepEqual([...answers.keys()], [302]);
});
