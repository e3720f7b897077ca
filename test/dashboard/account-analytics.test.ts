import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { parseIdentifier } from '#core/identifier.ts';
import { rollUpBatches } from '#features/analytics/roll-up-scans.ts';
import { batchValues, ledgerBatches, writeBatch } from '../support/data/ledger-writer.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { signedIn } from '../support/data/signed-in.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

const root = '/dashboard/api';
const dayMs = 86_400_000;
const batches = 300;
const questions = 12;
let api: TestApi;
let owner: BrowserSession;
const projects: string[] = [];
/** Older scans would be in partitions that don't exist. */
const fromMs = Date.now() - 12 * dayMs;

before(async () => {
  api = await startTestApi();
  owner = await signedIn(api, '198.51.100.61');
  await owner.get(`${root}/me`);
  await api.db.updateTable('accounts').set({ plan: 'agency', time_zone: 'Asia/Kathmandu' }).execute();
  projects.push((await owner.get(`${root}/projects`)).body.items[0].project_id);
  for (const name of ['Second', 'Third'])
    projects.push((await owner.send('POST', `${root}/projects`, { name })).body.project.project_id);
  const qrIds: string[] = [];
  for (const project_id of projects)
    for (let nth = 0; nth < 3; nth++) {
      const made = await owner.send('POST', `${root}/qr-codes`, {
        type: 'url',
        label: 'Code',
        redirect_url: 'https://example.com/',
        project_id,
      });
      qrIds.push(parseIdentifier('qrc', made.body.qr_id) ?? '');
    }
  const client = new pg.Client({ connectionString: api.config.databaseDirectUrl });
  await client.connect();
  const source = ledgerBatches(7, qrIds, { fromMs, untilMs: Date.now() });
  for (let nth = 0; nth < batches; nth++) {
    const batch = source.next().value;
    if (batch === undefined) break;
    await client.query('select make_scan_partition($1::date)', [batch.recordedOn]);
    await client.query(writeBatch, batchValues(batch));
  }
  await client.end();
  while ((await rollUpBatches(api.db)) > 0);
});
after(() => api.close());

test('the overview of all projects is exactly the sum of its projects, for every period and in the owner’s time zone', async () => {
  const random = seededRandom(11);
  for (let nth = 0; nth < questions; nth++) {
    const start = fromMs + random() * 6 * dayMs;
    const range = new URLSearchParams({
      from: new Date(start).toISOString(),
      until: new Date(start + (0.2 + random() * 5.8) * dayMs).toISOString(),
    });
    const all = (await owner.get(`${root}/account-analytics?${range}`)).body;
    assert.equal(all.is_whole, true);
    const single = await Promise.all(
      projects.map(async (id) => (await owner.get(`${root}/analytics/${id}?${range}`)).body),
    );
    const sum = (read: (one: (typeof single)[number]) => number) =>
      single.reduce((total, one) => total + read(one), 0);
    assert.equal(
      all.scans,
      sum(({ scans }) => scans),
    );
    assert.equal(
      all.previousScans,
      sum(({ previousScans }) => previousScans),
    );
    for (const [index, { at, scans }] of all.points.entries()) {
      assert.equal(at, single[0]?.points[index].at);
      assert.equal(
        scans,
        sum(({ points }) => points[index].scans),
      );
    }
    for (const { project_id: id, scans, previous_scans: before } of all.projects) {
      const own = single[projects.indexOf(id)];
      assert.deepEqual([scans, before], [own?.scans, own?.previousScans]);
    }
  }
});

test('another account sees none of it', async () => {
  const stranger = await signedIn(api, '198.51.100.62');
  await stranger.get(`${root}/me`);
  const { body } = await stranger.get(`${root}/account-analytics`);
  assert.deepEqual([body.scans, body.projects.length], [0, 1]);
});

test('a period of more than 400 days is refused', async () => {
  const range = new URLSearchParams({ from: new Date(Date.now() - 500 * dayMs).toISOString() });
  assert.equal((await owner.get(`${root}/account-analytics?${range}`)).status, 400);
});
