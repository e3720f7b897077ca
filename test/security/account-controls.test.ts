import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { rollUpBatches } from '#features/analytics/roll-up-scans.ts';
import { findProblem, invariantNames } from '#features/recovery/find-problem.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { insertReplayed } from '#scan/replay-scans.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { createLoadClient } from '../support/measure/scan-load.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { runWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

let api: TestApi;
let pool: pg.Pool;
let worker: ProcessPart;
const scans: TestScan[] = [];
const folder = mkdtempSync('/tmp/waypost-controls-');

before(async () => {
  api = await startTestApi({
    environment: { FILE_STORE: `file:${folder}/files`, TRUSTED_PROXIES: '127.0.0.1/32' },
  });
  pool = new pg.Pool({ connectionString: api.config.databaseUrl, max: 1 });
  worker = await startWorker(quietProcess(api.config));
  for (let process = 0; process < 4; process++) scans.push(await startTestScan(api));
});
after(async () => {
  for (const scan of scans) scan.stop();
  await worker.drain();
  await worker.close();
  await pool.end();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const operator = (...args: string[]) =>
  runWaypost(args, { DATABASE_URL: api.config.databaseUrl, FILE_STORE: `file:${folder}/files` });

/** An owner who is signed in, on a plan that has everything. */
async function newOwner(address: string) {
  const session = await signedIn(api, address);
  const { body } = await session.get('/dashboard/api/me');
  const accountId = body.account.account_id as string;
  await sql`update accounts set plan = 'enterprise' where email = ${body.user.email}`.execute(api.db);
  const key = (await session.post('/dashboard/api/keys', { name: 'mine' })).body.api_key as string;
  return { session, accountId, key, email: body.user.email as string, name: body.user.name as string };
}

/** Codes straight into the database: as many as a test of one write needs. */
async function insertCodes(email: string, count: number): Promise<string[]> {
  const slugs: string[] = [];
  while (slugs.length < count)
    slugs.push(...(await insertSome(email, Math.min(5_000, count - slugs.length))));
  return slugs;
}

async function insertSome(email: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    with account as (
      select account_id, project_id from accounts join projects using (account_id)
      where account_id = (select account_id from accounts where email = ${email}) and is_default),
    codes as materialized (
      select gen_random_uuid() as qr_id, 'qr-' || translate(substr(md5(n::text || random()), 1, 12), 'iloue', '01234') as slug
      from generate_series(1, ${count}::int) n),
    made as (
      insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug, is_slug_public, last_rendered_at, render_status)
      select qr_id, account_id, project_id, 'Bulk', 'url', 'https://example.com/bulk', slug, true, now(), 'done' from codes, account),
    state as (insert into scan_state (qr_id, status) select qr_id, 'active' from codes)
    select slug from codes`.execute(api.db);
  return rows.map(({ slug }) => slug);
}

describe('suspending an account (D74)', () => {
  test('all its codes respond with 403 on four processes within a second, and work again within a second of resuming', async (t) => {
    const owner = await newOwner('198.51.100.40');
    const slugs = await insertCodes(owner.email, scaled(100_000, 2_000));
    const client = createLoadClient(64);
    const statuses = async (sample: string[]) => {
      const seen = new Map<number, number>();
      await Promise.all(
        scans.flatMap((scan) =>
          sample.map(async (slug) => {
            const status = (await client.scan(scan.url, slug))?.status ?? 0;
            seen.set(status, (seen.get(status) ?? 0) + 1);
          }),
        ),
      );
      return Object.fromEntries(seen);
    };
    const sample = slugs.filter((_, index) => index % Math.ceil(slugs.length / 500) === 0);
    assert.deepEqual(await statuses(sample), { 302: sample.length * 4 });
    const suspended = await operator(
      'account',
      'suspend',
      owner.accountId,
      '--reason',
      'Phishing was reported.',
    );
    const suspendedMs = Date.now();
    assert.equal(suspended.code, 0, suspended.stderr);
    assert.deepEqual(await statuses(sample), { 403: sample.length * 4 });
    const firstMs = Date.now() - suspendedMs;
    // Every code, not only those that processes had in memory; once, on one process after the other.
    const all = new Map<number, number>();
    for (let from = 0; from < slugs.length; from += 500)
      await Promise.all(
        slugs.slice(from, from + 500).map(async (slug, index) => {
          const status = (await client.scan(scans[index % 4]?.url ?? '', slug))?.status ?? 0;
          all.set(status, (all.get(status) ?? 0) + 1);
        }),
      );
    assert.deepEqual(Object.fromEntries(all), { 403: slugs.length });
    assert.equal((await operator('account', 'resume', owner.accountId)).code, 0);
    assert.deepEqual(await statuses(sample), { 302: sample.length * 4 });
    client.close();
    t.diagnostic(
      `${slugs.length} codes; ${sample.length * 4} scans on four processes were all 403 ${firstMs} ms after the command`,
    );
  });

  test('its keys, dashboard, sign-in and domain are off with a reason, and nothing is lost', async () => {
    const owner = await newOwner('198.51.100.41');
    const made = await api.request('POST', '/v1/qr-codes', {
      key: owner.key,
      body: { redirect_url: 'https://example.com/' },
    });
    assert.equal(made.status, 201);
    await sql`insert into domains (domain_id, account_id, project_id, host, token, state, root_url)
      select gen_random_uuid(), account_id, project_id, 'go.kept.example', 'x', 'verified', 'https://example.com/' from projects
      join accounts using (account_id) where email = ${owner.email}`.execute(api.db);
    const client = createLoadClient(1);
    const root = async () =>
      (await client.scan(scans[0]?.url ?? '', '', { headers: { host: 'go.kept.example' } }))?.status;
    assert.equal(await root(), 302);
    await operator('account', 'suspend', owner.accountId, '--reason', 'The invoice of May is open.');
    for (let tries = 0; tries < 40; tries++) {
      const { status } = await api.request('GET', '/v1/projects', { key: owner.key });
      if (status === 403) break;
      await sleep(25);
    }
    const refused = await api.request('GET', '/v1/projects', { key: owner.key });
    assert.deepEqual([refused.status, refused.body.code], [403, 'api_access_disabled']);
    assert.match(refused.body.message, /The invoice of May is open/);
    const page = await owner.session.get('/dashboard/api/me');
    assert.deepEqual([page.status, page.body.code], [403, 'account_suspended']);
    assert.match(page.body.message, /The invoice of May is open/);
    const again = await owner.session.post('/dashboard/api/auth/sign-in/email', {
      email: owner.email,
      password: 'correct horse battery',
    });
    assert.equal(again.status, 403);
    assert.match(again.body.message, /The invoice of May is open/);
    assert.equal(await root(), 403);
    await operator('account', 'resume', owner.accountId);
    assert.equal((await owner.session.get('/dashboard/api/me')).status, 200);
    assert.equal(
      (await api.request('GET', `/v1/qr-codes/${made.body.qr_id}`, { key: owner.key })).status,
      200,
    );
    assert.equal(await root(), 302);
    client.close();
  });
});

describe('an account’s data', () => {
  const label = 'Zebra crossing 4711';
  const target = 'https://zebra-crossing.example/only-here';

  async function fullAccount(address: string) {
    const owner = await newOwner(address);
    const make = (body: unknown) => owner.session.post('/dashboard/api/qr-codes', body);
    const code = await make({ type: 'url', name: label, redirect_url: target });
    await make({
      type: 'wifi',
      name: 'Zebra Wi-Fi',
      content: { ssid: 'zebra-net', security: 'WPA', password: 'zebra-secret-1' },
    });
    await make({
      type: 'vcard',
      name: 'Zebra card',
      content: { first_name: 'Zebra', last_name: 'Crossing', website: 'https://zebra-card.example/' },
    });
    await owner.session.post('/dashboard/api/projects', { name: 'Zebra project' });
    await owner.session.post('/dashboard/api/designs/templates', {
      name: 'Zebra style',
      design: { dot_style: 'dots' },
    });
    const keyed = {
      key: owner.key,
      body: { name: 'Zebra idempotent', redirect_url: target },
      headers: { 'idempotency-key': 'zebra-once' },
    };
    assert.equal((await api.request('POST', '/v1/qr-codes', keyed)).status, 201);
    const hook = await api.request('POST', '/v2/webhook-endpoints', {
      key: owner.key,
      body: { url: 'https://zebra-hook.example/', description: 'Zebra hook' },
    });
    assert.equal(hook.status, 201, JSON.stringify(hook.body));
    const tested = await api.request('POST', `/v2/webhook-endpoints/${hook.body.endpoint_id}/test`, {
      key: owner.key,
      body: { type: 'qr.updated' },
    });
    assert.equal(tested.status, 202);
    const id = code.body.qr_id as string;
    for (let tries = 0; tries < 400; tries++) {
      const { body } = await owner.session.get(`/dashboard/api/qr-codes/${id}`);
      if (body.qr_code.render_status === 'done') break;
      await sleep(25);
    }
    const { rows } = await sql<{ slug: string; uuid: string }>`
      select reserved_slug as slug, qr_id as uuid from qr_codes where label = ${label} order by created_at desc limit 1`.execute(
      api.db,
    );
    const [{ slug, uuid } = { slug: '', uuid: '' }] = rows;
    for (let visit = 0; visit < 5; visit++)
      assert.equal(
        (
          await scanLink(scans[0]?.url ?? '', slug, {
            headers: { referer: 'https://zebra-referrer.example/' },
          })
        ).status,
        302,
      );
    return { ...owner, id, slug, uuid };
  }

  test('is exported completely, with its images and scans, and without keys, hashes or passwords', async () => {
    const owner = await fullAccount('198.51.100.50');
    const out = join(folder, 'export.tar.gz');
    const exported = await operator('account', 'export', owner.accountId, '--out', out);
    assert.equal(exported.code, 0, exported.stderr);
    const unpacked = mkdtempSync(join(folder, 'export-'));
    execFileSync('tar', ['xzf', out, '-C', unpacked]);
    const read = (name: string) => readFileSync(join(unpacked, name), 'utf8');
    assert.equal(JSON.parse(read('account.json')).email, owner.email);
    assert.equal(JSON.parse(read('members.json'))[0].email, owner.email);
    assert.match(read('qr-codes/0001.ndjson'), new RegExp(label));
    assert.match(read('qr-codes/0001.ndjson'), /zebra-secret-1/, 'what the owner typed is the owner’s');
    assert.match(read('projects/0001.ndjson'), /Zebra project/);
    assert.match(read('style-templates.json'), /Zebra style/);
    assert.match(read('webhook-endpoints.json'), /zebra-hook/);
    assert.match(read('events/0001.ndjson'), new RegExp(label));
    assert.match(read('webhook-deliveries/0001.ndjson'), /qr\.updated/);
    assert.ok(readdirSync(join(unpacked, 'images')).includes(`${owner.id}.svg`));
    assert.equal(read('scans/0001.ndjson').trim().split('\n').length, 5);
    const everything = execFileSync('tar', ['xzOf', out]).toString('latin1');
    assert.ok(
      !everything.includes(owner.key) && !/\$argon2/.test(everything) && !/key_hash|"token"/.test(everything),
    );
    const download = await owner.session.send('GET', '/dashboard/api/account/export');
    assert.equal(download.status, 200);
    assert.match(download.headers.get('content-disposition') ?? '', /acc_\w+\.tar\.gz/);
  });

  test('is erased after 30 days: no table or file contains any of it, except for the retention table (D82)', async () => {
    const owner = await fullAccount('198.51.100.51');
    const unique = { type: 'url', name: 'Zebra only once', redirect_url: 'https://zebra-own.example/' };
    assert.equal((await owner.session.post('/dashboard/api/qr-codes', unique)).status, 201);
    const bystander = await fullAccount('198.51.100.52');
    // Things that are removed together with the account, and whose removal is history too.
    const accountUuid = parseIdentifier('acc', owner.accountId) ?? '';
    await sql`insert into invitations (invitation_id, account_id, email, role, token_hash, expires_at)
      values (gen_random_uuid(), ${accountUuid}, 'zebra-guest@example.com', 'viewer', sha256('zebra'), now() + interval '1 day')`.execute(
      api.db,
    );
    await sql`insert into sso_connections (account_id, issuer, client_id, sealed_secret, mail_domain, token)
      values (${accountUuid}, 'https://login.zebra-own.example', 'c', 's', 'zebra-own.example', 't')`.execute(
      api.db,
    );
    assert.equal((await owner.session.post('/dashboard/api/account/erasure')).status, 200);
    assert.equal(
      (await scanLink(scans[0]?.url ?? '', owner.slug)).status,
      302,
      'codes resolve during the grace',
    );
    const undone = await owner.session.send('DELETE', '/dashboard/api/account/erasure');
    assert.equal(undone.body.account.erase_at, null);
    const asked = await operator('account', 'erase', owner.accountId);
    assert.match(asked.stdout, /will be erased on/);
    const { rows: before } = await sql<{ value: string }>`
      select unnest(array[account_id::text, project_id::text, email]) as value from accounts join projects using (account_id) where email = ${owner.email}
      union select unnest(array[qr_id::text, svg_file, png_file]) from qr_codes join accounts using (account_id) where email = ${owner.email}
      union select id from auth_users where email = ${owner.email}`.execute(api.db);
    await sql`update accounts set erase_at = now() where email = ${owner.email}`.execute(api.db);
    await sql`select graphile_worker.add_job('erase-accounts')`.execute(api.db);
    const isThere = async () =>
      (await sql`select from accounts where email = ${owner.email}`.execute(api.db)).rows.length > 0;
    for (let tries = 0; tries < 400 && (await isThere()); tries++) await sleep(25);
    assert.equal(await isThere(), false);
    for (const scan of scans) assert.equal((await scanLink(scan.url, owner.slug)).status, 404);

    // Labels and addresses that only this account has.
    const own = ['Zebra only once', 'zebra-own.example', 'zebra-guest@example.com'];
    const wanted = [
      ...own,
      ...before.map(({ value }) => value),
      owner.key.slice(0, 16),
      formatIdentifier('qrc', owner.uuid),
    ].filter(Boolean);
    const found: string[] = [];
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`.execute(
      api.db,
    );
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
        api.db,
      );
      for (const value of wanted)
        if (rows.some(({ row }) => row.includes(value))) found.push(`${name}: ${value}`);
    }
    // Mails about the erasure itself are sealed, and gone within a day; the slug stays reserved.
    assert.deepEqual(found, []);
    const reserved = await sql`select from erased_slugs where slug = ${owner.slug}`.execute(api.db);
    assert.equal(reserved.rows.length, 1);
    await assert.rejects(
      sql`insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug)
        select gen_random_uuid(), account_id, project_id, 'x', 'url', 'https://example.com/', ${owner.slug} from projects limit 1`.execute(
        api.db,
      ),
      /erased account/,
    );
    const names = before.map(({ value }) => value).filter((value) => /\.(svg|png)$/.test(value));
    assert.ok(names.length > 0);
    const files = readdirSync(join(folder, 'files'), { recursive: true }).map(String);
    for (const name of names) assert.ok(!files.some((path) => path.endsWith(name)), name);
    assert.equal(
      (await bystander.session.get(`/dashboard/api/qr-codes/${bystander.id}`)).body.qr_code.label,
      label,
    );
    assert.equal((await scanLink(scans[1]?.url ?? '', bystander.slug)).status, 302);
    const shared = await sql`select from destinations where url = ${target}`.execute(api.db);
    assert.equal(shared.rows.length, 1, 'a destination that somebody else’s code leads to stays');
    const ledger = await sql<{
      count: number;
    }>`select count(*)::int as count from scan_events where qr_id = ${bystander.uuid}`.execute(api.db);
    assert.equal(ledger.rows[0]?.count, 6);

    // A journal of an outage that is counted only now.
    await insertReplayed(pool, [
      {
        batch_id: newUuid(),
        recorded_on: new Date().toISOString().slice(0, 10),
        qr_ids: [owner.uuid],
        scans: [1],
        events: [[1, 1, Date.now(), 'DE', 'ios', null, null, null, 'visitor', null]],
      },
    ]);
    await rollUpBatches(api.db);
    const rolled = await sql`select from scan_days where subject_id = ${owner.uuid}
      union all select from scan_months where subject_id = ${owner.uuid}`.execute(api.db);
    assert.equal(rolled.rows.length, 0);
    for (const name of invariantNames) assert.equal(await findProblem(api.db, name), null, name);
  });
});
