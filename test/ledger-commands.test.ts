import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createRoles, RoleProcesses } from './support/scratch/role-processes.ts';
import { createScratchPostgres, type ScratchPostgres } from './support/scratch/scratch-postgres.ts';
import { runWaypost } from './support/scratch/spawn-waypost.ts';
import { scanLink } from './support/scratch/test-scan.ts';

const folder = mkdtempSync('/tmp/waypost-ledgers-');
const names = ['ledger1', 'ledger2'];
let postgres: ScratchPostgres;
const processes = new RoleProcesses();

const urlOf = (role: string, database: string) => {
  const url = new URL(`${postgres.server.url}/${database}`);
  url.username = role;
  return url.href;
};
const environment = (role: string): Record<string, string> => ({
  DATABASE_URL: urlOf(role, 'waypost'),
  LEDGER_DATABASE_URLS: names.map((name) => urlOf(role, name)).join(' '),
  REDIS_KEY_PREFIX: `ledgers-${process.pid}:`,
  FILE_STORE: `file:${folder}/files`,
  JOURNAL_DIR: `${folder}/journal`,
});
const waypost = (...args: string[]) => runWaypost(args, environment('waypost_owner'));

/** Each process has its own database role, on the first server and on the ledger servers. */
before(async () => {
  postgres = await createScratchPostgres();
  createRoles(postgres.server.url);
  const admin = new pg.Client({ connectionString: `${postgres.server.url}/postgres` });
  await admin.connect();
  await admin.query('create role waypost_owner login');
  for (const name of ['waypost', ...names]) await admin.query(`create database ${name} owner waypost_owner`);
  await admin.end();
});
after(() => {
  processes.kill();
  postgres.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The body of a response. */
const request = async (...args: Parameters<RoleProcesses['request']>) =>
  (await processes.request(...args)).body;
const until = (what: string, isTrue: () => Promise<boolean>) => processes.until(what, isTrue, 20);

async function select<Row>(database: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: `${postgres.server.url}/${database}` });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

const serverIds = async () => {
  const rows = await Promise.all(
    names.map((name) => select<{ server_id: string }>(name, 'select server_id from ledger_state')),
  );
  return rows.map(([row]) => row?.server_id ?? '');
};

async function makeCode(): Promise<{ path: string; slug: string }> {
  const { qr_id: id } = await request('POST', '/v1/qr-codes', { redirect_url: 'https://example.com/' });
  const path = `/v1/qr-codes/${id}`;
  await until('an image', async () => (await request('GET', path)).render_status === 'done');
  return { path, slug: (await request('GET', path)).slug };
}

const scan = async ({ slug }: { slug: string }) => (await scanLink(processes.addressOf('scan'), slug)).status;

test('ledger servers are added to a running installation, count, and are removed again', async () => {
  const migrated = await waypost('migrate');
  assert.equal(migrated.code, 0, migrated.stderr);
  assert.match(migrated.stdout, /Ledger server 2 of 2 has its tables \(migrations applied: 2\)/);
  const made = await waypost(
    'account',
    'create',
    '--email',
    'a@example.com',
    '--plan',
    'enterprise',
    '--json',
  );
  const account = JSON.parse(made.stdout).account_id;
  const key = await waypost('key', 'create', '--account', account, '--json');
  await processes.start(environment, JSON.parse(key.stdout).api_key);
  // They start every minute.
  for (const task of ['fold-scans', 'roll-up-scans'])
    await select('waypost', `select graphile_worker.add_job('${task}')`);

  const codes = await Promise.all(Array.from({ length: 6 }, makeCode));
  for (const code of codes) assert.equal(await scan(code), 302);
  for (const name of names)
    assert.equal((await select(name, `select from scan_batches where qr_ids <> '{}'`)).length, 0);

  const spread = await waypost('ledger', 'spread');
  assert.equal(spread.code, 0, spread.stderr);
  assert.match(spread.stdout, /256 of 256 shards moved\. New scans go to 2 ledger servers\./);
  // Processes read the map every two seconds if nothing else announces a change.
  await sleep(2_500);
  for (const code of codes) assert.equal(await scan(code), 302);
  const batches = await Promise.all(
    names.map((name) => select(name, `select from scan_batches where qr_ids <> '{}'`)),
  );
  assert.ok(batches.flat().length >= codes.length, 'ledger servers have counted');
  for (const { path } of codes) assert.equal((await request('GET', path)).scan_count, 2);

  // A limit is exact at once.
  const [limited] = codes;
  assert.ok(limited !== undefined);
  await request('PATCH', limited.path, { scan_limit: 3 });
  assert.deepEqual([await scan(limited), await scan(limited)], [302, 410]);

  // A worker with its own role transfers everything.
  await until('counts', async () => {
    const rows = await select<{ open: number }>(
      'waypost',
      'select sum(scan_count)::int as open from scan_state',
    );
    return rows[0]?.open === 2 * codes.length + 1;
  });
  await until('statistics', async () => {
    const rows = await select<{ scans: number }>(
      'waypost',
      `select sum(scans)::int as scans from scan_days join qr_codes on qr_id = subject_id where dimension = 'total'`,
    );
    return rows[0]?.scans === 2 * codes.length + 1;
  });
  assert.deepEqual(processes.denied, []);

  const doctor = await waypost('doctor');
  assert.match(doctor.stdout, /✓ ledger servers .*128 of 256 shards/);
  const without = await runWaypost(['doctor'], { ...environment('waypost_owner'), LEDGER_DATABASE_URLS: '' });
  assert.match(without.stdout, /✗ ledger servers .*128 of 256 shards, but none of the addresses/);

  const [first = '', second = ''] = await serverIds();
  const listed = await waypost('ledger', 'servers');
  assert.match(listed.stdout, new RegExp(`${first} +128 +0`));
  const left = await waypost('ledger', 'spread', '--without', first);
  assert.match(left.stdout, /128 of 256 shards moved\. New scans go to 1 ledger server\./);
  const unconfirmed = await waypost('ledger', 'forget', second);
  assert.equal(unconfirmed.code, 2, unconfirmed.stdout);
  const forgotten = await waypost('ledger', 'forget', second, '--yes');
  assert.equal(forgotten.code, 0, forgotten.stderr);
  for (const code of codes.slice(1)) assert.equal(await scan(code), 302);
  for (const { path } of codes.slice(1)) assert.equal((await request('GET', path)).scan_count, 3);
});
