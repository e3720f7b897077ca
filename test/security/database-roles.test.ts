import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { Config } from '#platform/config.ts';
import { mailTo } from '../support/data/mail-reader.ts';
import { SmtpDouble } from '../support/doubles/smtp-double.ts';
import { BrowserSession } from '../support/scratch/browser-session.ts';
import { createRoles, RoleProcesses } from '../support/scratch/role-processes.ts';
import { createScratchPostgres, type ScratchPostgres } from '../support/scratch/scratch-postgres.ts';
import { runWaypost } from '../support/scratch/spawn-waypost.ts';
import { scanLink } from '../support/scratch/test-scan.ts';
import { Receiver } from '../webhooks/receiver.ts';

const folder = mkdtempSync('/tmp/waypost-roles-');
let postgres: ScratchPostgres;
let owner: pg.Client;
let smtp: SmtpDouble;
const processes = new RoleProcesses();
const request = processes.request.bind(processes);
const until = processes.until.bind(processes);
let accountId = '';
const apiBaseUrl = 'http://localhost:3000';

const urlOf = (role: string) => {
  const url = new URL(`${postgres.server.url}/waypost`);
  url.username = role;
  return url.href;
};
const environment = (role: string): Record<string, string> => ({
  DATABASE_URL: urlOf(role),
  REDIS_KEY_PREFIX: `roles-${process.pid}:`,
  FILE_STORE: `file:${folder}/files`,
  JOURNAL_DIR: `${folder}/journal`,
  SMTP_URL: smtp.url,
  ARCHIVE: 'on',
  // A host that may be printed: it is remembered.
  PUBLIC_BASE_URL: 'https://go.example.com',
  API_BASE_URL: apiBaseUrl,
});

before(async () => {
  [postgres, smtp] = await Promise.all([createScratchPostgres(), SmtpDouble.start()]);
  const admin = new pg.Client({ connectionString: `${postgres.server.url}/postgres` });
  await admin.connect();
  createRoles(postgres.server.url);
  const { rows } = await admin.query(
    `select from pg_authid where rolname like 'waypost_%' and rolpassword like 'SCRAM-%'`,
  );
  assert.equal(rows.length, 3);
  await admin.query('create role waypost_owner login');
  await admin.query('create database waypost owner waypost_owner');
  await admin.end();
  const migrated = await runWaypost(['migrate'], environment('waypost_owner'));
  assert.equal(migrated.code, 0, migrated.stderr);
  assert.match(migrated.stdout, /The roles of api, scan and worker have their privileges/);
  const account = await runWaypost(
    ['account', 'create', '--email', 'a@example.com', '--plan', 'enterprise', '--json'],
    environment('waypost_owner'),
  );
  accountId = JSON.parse(account.stdout).account_id;
  const made = await runWaypost(
    ['key', 'create', '--account', accountId, '--json'],
    environment('waypost_owner'),
  );
  await processes.start(environment, JSON.parse(made.stdout).api_key);
  owner = new pg.Client({ connectionString: urlOf('waypost_owner') });
  await owner.connect();
});
after(async () => {
  processes.kill();
  await owner?.end();
  postgres.remove();
  smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('one database role per process', () => {
  test('is enough for the life of a code, a user, a report and an account, up to its erasure', async () => {
    const made = await request('POST', '/v1/qr-codes', {
      redirect_url: 'https://example.com/',
      scan_limit: 3,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const path = `/v1/qr-codes/${made.body.qr_id}`;
    await until('an image', async () => (await request('GET', path)).body.render_status === 'done');
    const { slug } = (await request('GET', path)).body;
    const scanUrl = processes.addressOf('scan');
    assert.equal((await scanLink(scanUrl, slug)).status, 302);
    assert.equal((await request('PATCH', path, { redirect_url: 'https://example.com/new' })).status, 200);
    assert.equal((await scanLink(scanUrl, slug)).location, 'https://example.com/new');
    assert.equal((await request('GET', path)).body.scan_count, 2);
    assert.equal((await request('GET', `/v2/qr-codes/${made.body.qr_id}/scans`)).body.items.length, 2);
    assert.equal(
      (await request('POST', '/v1/projects', { name: 'Second', set_as_default: true })).status,
      201,
    );
    const range = { start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z', qr_id: made.body.qr_id };
    for (const body of [
      { kind: 'qr_codes', format: 'csv' },
      { kind: 'scans', format: 'parquet', ...range },
      { kind: 'analytics', format: 'ndjson', ...range },
      { kind: 'images', format: 'pdf', qr_ids: [made.body.qr_id] },
    ]) {
      const started = await request('POST', '/v2/exports', body);
      const own = `/v2/exports/${started.body.export_id}`;
      await until(body.kind, async () => (await request('GET', own)).body.status === 'done');
      const { download_url: url } = (await request('GET', own)).body;
      const file = await fetch(url.replace(/^https?:\/\/[^/]+/, processes.addressOf('api')));
      assert.equal(file.status, 200);
      assert.equal((await request('DELETE', own)).status, 200);
    }
    const receiver = await Receiver.start();
    const hook = await request('POST', '/v2/webhook-endpoints', { url: receiver.url });
    assert.equal(hook.status, 201, JSON.stringify(hook.body));
    const hookPath = `/v2/webhook-endpoints/${hook.body.endpoint_id}`;
    assert.equal((await request('POST', `${hookPath}/rotate-secret`, { expires_in: 60 })).status, 200);
    assert.equal((await request('PATCH', path, { label: 'Delivered' })).status, 200);
    await until('a delivery', async () => receiver.received.length > 0);
    const after = receiver.received[0]?.id;
    const { items: deliveries } = (await request('GET', `${hookPath}/deliveries`)).body;
    const again = `${hookPath}/deliveries/${deliveries[0].delivery_id}/retry`;
    assert.equal((await request('POST', again, {})).status, 202);
    assert.equal((await request('POST', `${hookPath}/replay`, { after })).status, 202);
    receiver.behaviour = () => ({ status: 410 });
    assert.equal((await request('POST', `${hookPath}/test`, { type: 'qr.updated' })).status, 202);
    await until(
      'the end of it',
      async () => (await request('GET', hookPath)).body.disabled_reason === 'gone',
    );
    await mailTo(smtp, 'a@example.com', /Subject: Waypost: the webhook endpoint at/);
    assert.equal((await request('PATCH', hookPath, { enabled: true })).status, 200);
    await receiver.close();
    assert.equal((await request('PATCH', path, { status: 'archived' })).status, 200);
    assert.equal((await request('PATCH', path, { status: 'active' })).status, 200);
    const report = await fetch(`${scanUrl}/report`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ code: slug, reason: 'scam' }),
    });
    assert.equal(report.status, 303);
    assert.equal((await fetch(new URL(report.headers.get('location') ?? '', scanUrl))).status, 200);
    const api = processes.addressOf('api');
    const signUp = await fetch(`${api}/dashboard/api/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email: 'ada@example.com' }),
    });
    assert.equal(signUp.status, 200);
    await mailTo(smtp, 'ada@example.com', /Subject: Welcome/);
    await useDashboard(scanUrl);
    // A day for which no partition was made ahead.
    await owner.query(
      'alter table scan_batches detach partition scan_batches_' +
        new Date().toISOString().slice(0, 10).replaceAll('-', ''),
    );
    await owner.query('drop table scan_batches_' + new Date().toISOString().slice(0, 10).replaceAll('-', ''));
    assert.equal((await scanLink(scanUrl, slug)).status, 302);
    // An old day, which is archived.
    await owner.query(`select make_scan_partition('2026-01-01')`);
    await owner.query(
      `insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events, is_rolled_up)
       select '2026-01-01', gen_random_uuid(), array[qr_id], array[2], '[[1, 1, 1767225600000, null, null, null, null, null, "v", null]]', true
       from qr_codes`,
    );
    for (const task of [
      'keep-scan-partitions',
      'keep-event-partitions',
      'purge-idempotency-keys',
      'purge-replaced-files',
      'purge-exports',
      'delete-sign-in-tries',
      'delete-old-reports',
      'sweep-destinations',
      'check-domains',
      'roll-up-scans',
      'delete-visitor-salts',
      'keep-safety-record',
      'examine-safety-changes',
      'redraw-secrets',
    ])
      await owner.query('select graphile_worker.add_job($1)', [task]);
    // These always run.
    const waiting = async () => {
      const { rows } = await owner.query<{ task: string; error: string | null }>(
        `select task_identifier as task, last_error as error from graphile_worker.jobs
         where task_identifier not in ('fold-scans', 'keep-events', 'roll-up-scans') and (attempts > 0 or run_at <= now())`,
      );
      return rows.map(({ task, error }) => `${task}: ${error}`);
    };
    await until('the jobs', async () => (await waiting()).length === 0).catch(async () =>
      assert.deepEqual(await waiting(), []),
    );
    const { rows: archives } = await owner.query(
      'select scans from scan_archives where finished_at is not null',
    );
    // One per account.
    assert.deepEqual(archives, [{ scans: '1' }, { scans: '1' }]);
    await owner.query(`update accounts set erase_at = now()`);
    await owner.query(`select graphile_worker.add_job('erase-accounts')`);
    await until('the erasure', async () => (await owner.query('select from accounts')).rowCount === 0);
    assert.equal((await scanLink(scanUrl, slug)).status, 404);
    assert.deepEqual(processes.denied, []);
  });

  /** What only a member does: the pages of a project, reports, and the numbers of all projects. */
  async function useDashboard(scanUrl: string): Promise<void> {
    const [email, password] = ['member@example.com', 'correct horse battery'];
    const made = await runWaypost(
      ['demo', '--email', email, '--password', password, '--empty'],
      environment('waypost_owner'),
    );
    assert.equal(made.code, 0, made.stderr);
    const member = new BrowserSession({
      url: processes.addressOf('api'),
      config: { apiBaseUrl } as Config,
    });
    await member.post('/dashboard/api/auth/sign-in/email', { email, password });
    const root = '/dashboard/api';
    const { project_id: projectId } = (await member.get(`${root}/projects`)).body.items[0];
    const page = `${root}/projects/${projectId}/page`;
    const set = await member.send('PATCH', page, {
      display_name: 'Café',
      fallback_url: 'https://fallback.example/',
    });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    assert.equal((await member.get(page)).body.page.is_fallback_offered, true);
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
    );
    assert.equal((await member.post(`${page}/logo`, svg)).status, 200);
    assert.equal((await member.send('DELETE', `${page}/logo`)).status, 200);
    assert.equal((await member.get(`${root}/account-analytics`)).status, 200);
    const code = await member.post(`${root}/qr-codes`, {
      type: 'url',
      label: 'Old',
      redirect_url: 'https://example.com/',
      expires_at: '2020-01-01T00:00:00Z',
    });
    const read = async () => (await member.get(`${root}/qr-codes/${code.body.qr_id}`)).body.qr_code;
    await until('its image', async () => (await read()).slug !== null);
    const shown = await scanLink(scanUrl, (await read()).slug, { headers: { accept: 'text/html' } });
    assert.match(shown.body, /Café.*fallback\.example/s);
    assert.equal(
      (await member.send('PATCH', `${root}/reports`, { weekly: true, monthly: true })).status,
      200,
    );
    assert.equal((await member.send('PATCH', `${root}/reports`, { monthly: false })).status, 200);
    await owner.query(
      `update report_subscriptions set next_at = date_trunc('week', now() - interval '6 hours')`,
    );
    await owner.query(`select graphile_worker.add_job('send-reports')`);
    await mailTo(smtp, email, /Subject: Your weekly report: 0 scans/);
  }

  test('allows nothing else', async () => {
    const forbidden: [role: string, statement: string][] = [
      [
        'api',
        "insert into code_history (account_id, project_id, actor_kind, via, operation, after) values (gen_random_uuid(), gen_random_uuid(), 'system', 'api', 'created', '{}')",
      ],
      ['api', 'delete from account_history'],
      ['worker', "update code_history set actor_id = 'x'"],
      ['scan', 'select * from code_history'],
      ['scan', 'select * from auth_users'],
      ['scan', 'select * from api_keys'],
      ['scan', `update qr_codes set redirect_url = 'https://evil.example/'`],
      ['scan', 'update scan_state set scan_limit = null'],
      ['scan', 'select * from mails'],
      ['scan', 'select contact from abuse_reports'],
      ['scan', 'create table x ()'],
      ['api', 'update scan_state set scan_count = 0'],
      ['api', `update accounts set plan = 'enterprise'`],
      ['api', 'update accounts set suspended_reason = null'],
      ['api', 'delete from qr_codes'],
      ['api', 'select * from graphile_worker._private_jobs'],
      ['api', 'delete from safety_rules'],
      ['worker', 'select password from auth_accounts'],
      ['worker', 'select token from auth_sessions'],
      ['worker', `update qr_codes set redirect_url = 'https://evil.example/'`],
      ['worker', 'select key_hash from api_keys'],
      ['worker', 'drop table accounts'],
    ];
    for (const [part, statement] of forbidden) {
      const client = new pg.Client({ connectionString: urlOf(`waypost_${part}`) });
      await client.connect();
      await assert.rejects(
        client.query(statement),
        /permission denied|must be owner/,
        `${part}: ${statement}`,
      );
      await client.end();
    }
  });
});
