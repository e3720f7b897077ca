import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { type ScratchService, startScratchService } from './support/scratch/scratch-service.ts';
import {
  type CommandResult,
  type RunningWaypost,
  runWaypost,
  startWaypost,
} from './support/scratch/spawn-waypost.ts';
import type { TestAccount } from './support/scratch/test-api.ts';
import { scanLink } from './support/scratch/test-scan.ts';

interface MadeCode {
  qrId: string;
  slug: string;
}

let service: ScratchService;
let running: RunningWaypost;
let account: TestAccount;
let folder: string;
let backup: string;
let codes: { changed: MadeCode; lost: MadeCode; limited: MadeCode; elsewhere: MadeCode };
let otherProject: string;

before(async () => {
  folder = mkdtempSync('/tmp/waypost-extract-');
  service = await startScratchService();
  running = await startWaypost(['--only', 'scan,worker'], environment());
  account = await service.api.createAccount({ timeZone: 'Europe/Berlin' });
  const project = await service.api.request('POST', '/v1/projects', {
    key: account.key,
    body: { name: 'Spring' },
  });
  otherProject = String(project.body['project_id']);
  codes = {
    changed: await makeCode({ redirect_url: 'https://example.com/right', label: 'Menu' }),
    lost: await makeCode({ redirect_url: 'https://example.com/lost' }),
    limited: await makeCode({ scan_limit: 3 }),
    elsewhere: await makeCode({ project_id: otherProject }),
  };
  for (let nth = 0; nth < 2; nth++) await scan(codes.limited.slug);
  await until('2', async () => String((await row(codes.limited.qrId)).scan_count));
  await sql`select graphile_worker.add_job('roll-up-scans')`.execute(service.api.db);
  await until('t', async () => flag(sql`select exists (select from scan_days)`));
  const made = await runWaypost(['backup', 'create', '--out', folder], environment());
  assert.equal(made.code, 0, made.stderr);
  backup = made.stdout.split('\n')[0] ?? '';
  // Later mistakes: a destination was changed, and a code is gone.
  const path = `/v1/qr-codes/${codes.changed.qrId}`;
  await service.api.request('PATCH', path, {
    key: account.key,
    body: { redirect_url: 'https://example.com/wrong' },
  });
  await drawn(codes.changed.qrId);
  await removeCode(codes.lost.qrId);
  await sql`insert into erased_slugs (slug) values ('qr-000000000000')`.execute(service.api.db);
});
after(async () => {
  running.child.kill('SIGKILL');
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function environment(): Record<string, string> {
  return {
    DATABASE_URL: service.databaseUrl,
    JOURNAL_DIR: join(folder, 'journal'),
    FILE_STORE: `file:${join(folder, 'files')}`,
  };
}

async function makeCode(body: Record<string, unknown>): Promise<MadeCode> {
  const { qr_id: qrId } = await service.api.createQrCode(account, body);
  await drawn(qrId);
  return { qrId, slug: (await row(qrId)).reserved_slug };
}

async function drawn(qrId: string): Promise<void> {
  await until('done', async () => (await row(qrId)).render_status);
}

async function row(qrId: string) {
  const { rows } = await sql<{
    qr_id: string;
    reserved_slug: string;
    render_status: string;
    redirect_url: string;
    label: string;
    scan_count: number;
    scan_limit: number | null;
  }>`select * from qr_codes join scan_state using (qr_id) where qr_id = ${parseIdentifier('qrc', qrId)}`.execute(
    service.api.db,
  );
  assert.ok(rows[0]);
  return rows[0];
}

async function flag(question: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await question.execute(service.api.db);
  return Object.values(rows[0] as object)[0] === true ? 't' : 'f';
}

async function removeCode(qrId: string): Promise<void> {
  const id = parseIdentifier('qrc', qrId);
  await service.api.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update account_usage set live_qr_codes = live_qr_codes - 1
      where account_id in (select account_id from qr_codes where qr_id = ${id})`.execute(tx);
    await sql`update project_usage set live_qr_codes = live_qr_codes - 1
      where project_id in (select project_id from qr_codes where qr_id = ${id})`.execute(tx);
    await sql`delete from qr_destinations where qr_id = ${id}`.execute(tx);
    await sql`delete from qr_codes where qr_id = ${id}`.execute(tx);
    await sql`delete from scan_state where qr_id = ${id}`.execute(tx);
  });
}

async function scan(slug: string) {
  return scanLink(running.addresses['scan'] ?? '', slug);
}

async function until(wanted: string, look: () => Promise<string>): Promise<void> {
  let seen = '';
  for (let attempt = 0; attempt < 300; attempt++) {
    seen = await look();
    if (seen === wanted) return;
    await sleep(100);
  }
  assert.equal(seen, wanted);
}

function extract(...args: string[]): Promise<CommandResult> {
  return runWaypost(['backup', 'extract', backup, ...args], environment());
}

async function everythingOf(accountId: string): Promise<unknown> {
  const { rows } = await sql`select t from (
    select to_jsonb(c) || to_jsonb(s) || to_jsonb(n) as t from qr_codes c join scan_state s using (qr_id)
      join scan_counts n using (qr_id) where account_id = ${accountId}
    union all select to_jsonb(p) from projects p where account_id = ${accountId}
    union all select to_jsonb(a) from accounts a where account_id = ${accountId}) x order by t::text`.execute(
    service.api.db,
  );
  return rows;
}

test('an account of a backup becomes a new account next to the running one, which doesn’t change', async () => {
  const before = await everythingOf(account.uuid);
  const report = join(folder, 'report.csv');
  const { code, stdout, stderr } = await extract(
    '--account',
    account.accountId,
    '--email',
    'again@example.com',
    '--report',
    report,
    '--json',
  );
  assert.equal(code, 0, stderr);
  assert.match(stderr, /4 codes copied/);
  const result = JSON.parse(stdout);
  assert.deepEqual([result.projects, result.codes, result.links_kept, result.links_new], [2, 4, 1, 3]);
  assert.deepEqual(await everythingOf(account.uuid), before);

  const lines = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  const became = (old: MadeCode) => {
    const [, qrId = '', , slug = ''] = lines.find(([id]) => id === old.qrId) ?? [];
    return { qrId, slug };
  };
  for (const old of Object.values(codes)) await drawn(became(old).qrId);
  const changed = became(codes.changed);
  assert.notEqual(changed.slug, codes.changed.slug);
  assert.equal((await scan(changed.slug)).location, 'https://example.com/right');
  assert.equal((await scan(codes.changed.slug)).location, 'https://example.com/wrong');
  assert.equal((await row(changed.qrId)).label, 'Menu');

  // Nobody uses the slug of the lost code, so its printed link works again.
  assert.equal(became(codes.lost).slug, codes.lost.slug);
  assert.equal((await scan(codes.lost.slug)).location, 'https://example.com/lost');

  // Its limit continues: one scan of three is left.
  const limited = became(codes.limited);
  assert.equal((await row(limited.qrId)).scan_count, 2);
  assert.deepEqual([(await scan(limited.slug)).status, (await scan(limited.slug)).status], [302, 410]);

  const { rows } = await sql`select dimension, day, value, scans from scan_days
    where subject_id in (${parseIdentifier('qrc', codes.limited.qrId)}, ${parseIdentifier('qrc', limited.qrId)}) and dimension = 'total'
    order by scans`.execute(service.api.db);
  assert.equal(rows.length, 2, 'its analytics came along');
});

test('an interrupted copy continues, and copies nothing twice', async () => {
  const { rows } = await sql<{
    account_id: string;
  }>`select account_id from accounts where email = 'again@example.com'`.execute(service.api.db);
  const made = formatIdentifier('acc', rows[0]?.account_id ?? '');
  const before = await everythingOf(rows[0]?.account_id ?? '');
  const { code, stdout, stderr } = await extract('--account', account.accountId, '--resume', made, '--json');
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).codes, 0);
  assert.deepEqual(await everythingOf(rows[0]?.account_id ?? ''), before);
});

test('later decisions of the operator hold: suspended, blocked, erased', async () => {
  await runWaypost(['qr', 'block', codes.limited.qrId], environment());
  await sql`update accounts set suspended_at = now(), suspended_reason = 'spam' where account_id = ${account.uuid}`.execute(
    service.api.db,
  );
  const { stdout } = await extract('--account', account.accountId, '--email', 'spam@example.com', '--json');
  const id = parseIdentifier('acc', JSON.parse(stdout).account_id);
  const { rows } =
    await sql`select suspended_reason, (select count(*)::int from qr_codes c where c.account_id = a.account_id and status = 'blocked') as blocked
    from accounts a where account_id = ${id}`.execute(service.api.db);
  assert.deepEqual(rows, [{ suspended_reason: 'spam', blocked: 1 }]);
  await sql`update accounts set erased_at = now() where account_id = ${account.uuid}`.execute(service.api.db);
  const erased = await extract('--account', account.accountId, '--email', 'erased@example.com');
  assert.match(erased.stderr, /was erased after the backup/);
  await sql`update accounts set erased_at = null, suspended_at = null, suspended_reason = null where account_id = ${account.uuid}`.execute(
    service.api.db,
  );
});

test('a single project: the new account has it, and a default project', async () => {
  const { code, stdout, stderr } = await extract(
    '--account',
    account.accountId,
    '--project',
    otherProject,
    '--email',
    'part@example.com',
    '--json',
  );
  assert.equal(code, 0, stderr);
  const result = JSON.parse(stdout);
  assert.deepEqual([result.projects, result.codes], [1, 1]);
  const { rows } = await sql<{ name: string; is_default: boolean }>`
    select name, is_default from projects where account_id = ${parseIdentifier('acc', result.account_id)} order by name`.execute(
    service.api.db,
  );
  assert.deepEqual(rows, [
    { name: 'Default project', is_default: true },
    { name: 'Spring', is_default: false },
  ]);
});

test('a used address, or an account or project that the backup doesn’t have, is refused, and nothing is created', async () => {
  const count = async () => (await sql`select count(*) from accounts`.execute(service.api.db)).rows;
  const before = await count();
  const taken = await extract('--account', account.accountId, '--email', 'again@example.com');
  assert.match(taken.stderr, /An account with the email address again@example\.com already exists/);
  const stranger = await service.api.createAccount();
  const unknown = await extract('--account', stranger.accountId, '--email', 'new@example.com');
  assert.match(unknown.stderr, /The backup has no such account/);
  const project = await extract(
    '--account',
    account.accountId,
    '--project',
    stranger.defaultProjectId,
    '--email',
    'new@example.com',
  );
  assert.match(project.stderr, /no such project in the backup/);
  assert.equal(
    String(Object.values((await count())[0] as object)[0]),
    String(Number(Object.values(before[0] as object)[0]) + 1),
  );
});

test('all invariants still hold afterwards', async () => {
  const { code, stdout } = await runWaypost(['backup', 'check'], environment());
  assert.equal(code, 0, stdout);
});
