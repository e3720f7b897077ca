import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { countryFile } from '#platform/country-file.ts';
import { DnsDouble } from './support/doubles/dns-double.ts';
import { SmtpDouble } from './support/doubles/smtp-double.ts';
import { freePort } from './support/scratch/free-port.ts';
import { PgBouncer } from './support/scratch/pgbouncer.ts';
import { createScratchPostgres, type ScratchPostgres } from './support/scratch/scratch-postgres.ts';
import { runWaypost } from './support/scratch/spawn-waypost.ts';
import { createStandby } from './support/scratch/standby.ts';

let postgres: ScratchPostgres;
let smtp: SmtpDouble;
let dns: DnsDouble;
let folder: string;
let sound: Record<string, string>;

/** A healthy installation, except for the change of a test. */
before(async () => {
  postgres = await createScratchPostgres(['-c wal_level=replica', '-c max_wal_senders=4']);
  smtp = await SmtpDouble.start();
  dns = await DnsDouble.start(() => ['127.0.0.1']);
  folder = mkdtempSync('/tmp/waypost-doctor-');
  sound = {
    NODE_ENV: 'production',
    DATABASE_URL: `${postgres.server.url}/postgres`,
    REDIS_URL: 'redis://127.0.0.1:6379',
    SECRET_KEY: 'x'.repeat(40),
    API_BASE_URL: 'https://api.example.com',
    PUBLIC_BASE_URL: 'https://go.example.com',
    TRUSTED_PROXIES: '10.0.0.1/32',
    SMTP_URL: smtp.url,
    DNS_SERVERS: dns.address,
    JOURNAL_DIR: join(folder, 'journal'),
    FILE_STORE: `file:${join(folder, 'files')}`,
    PLANS_FILE: new URL('../plans.json', import.meta.url).pathname,
    URLHAUS_SOURCE: 'file:./none.csv',
    COUNTRY_FILE: await freshCountryFile(),
  };
  const migrated = await runWaypost(['migrate'], sound);
  assert.equal(migrated.code, 0, migrated.stderr);
  await query(`insert into worker_heartbeats (worker_id, seen_at) values ('worker', now() + interval '1 hour');
    insert into threat_lists (list_id, version) values ('urlhaus', 1) on conflict (list_id) do update set version = 1`);
});
after(async () => {
  smtp.close();
  dns.close();
  postgres.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function query(text: string): Promise<void> {
  const options = '-c default_transaction_read_only=off';
  const client = new pg.Client({ connectionString: sound['DATABASE_URL'], options });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** The bundled file with another build date. */
function countryFileOf(built: Date): string {
  const content = readFileSync(countryFile({ countryFile: null }));
  const at = content.lastIndexOf('build_epoch') + 'build_epoch'.length;
  // A number of 4 bytes: its size, its type, and the seconds.
  assert.deepEqual([...content.subarray(at, at + 2)], [4, 2]);
  content.writeUInt32BE(built.getTime() / 1_000, at + 2);
  const path = join(folder, `${built.getTime()}.mmdb`);
  writeFileSync(path, content);
  return path;
}

async function freshCountryFile(): Promise<string> {
  return countryFileOf(new Date(Math.floor(Date.now() / 1_000) * 1_000));
}

interface Outcome {
  code: number;
  stdout: string;
}

async function doctor(changed: Record<string, string> = {}): Promise<Outcome> {
  return runWaypost(['doctor'], { ...sound, ...changed });
}

function assertFound({ code, stdout }: Outcome, check: string, detail: RegExp, remedy: RegExp): void {
  const pattern = new RegExp(`^✗ ${check} +.*(?:${detail.source}).*\\n +→ .*(?:${remedy.source})`, 'm');
  assert.match(stdout, pattern);
  assert.equal(code, 1);
}

describe('waypost doctor', () => {
  test('finds nothing wrong in a healthy installation; an address that can’t be reached from here is a warning', async () => {
    const { code, stdout } = await doctor();
    assert.equal(code, 0, stdout);
    assert.match(stdout, /! public address .*can't be reached/);
    assert.equal(stdout.match(/^!/gm)?.length, 1, stdout);
  });

  test('finds a standby', async () => {
    const standby = await createStandby(postgres);
    try {
      const url = `${standby.server.url}/postgres`;
      assertFound(await doctor({ DATABASE_URL: url }), 'postgresql', /standby/, /primary/);
      const named = await doctor({ DATABASE_URL: `${url}?target_session_attrs=read-write` });
      assertFound(named, 'postgresql', /takes no writes/, /List every server/);
    } finally {
      standby.remove();
    }
  });

  test('finds a database that is read-only', async () => {
    await query('alter database postgres set default_transaction_read_only = on');
    assertFound(await doctor(), 'postgresql', /read-only/, /default_transaction_read_only/);
    await query('alter database postgres reset default_transaction_read_only');
  });

  test('finds a pooler where a direct connection is needed, and one without timeouts', async () => {
    const pooler = await PgBouncer.start(postgres.server.url);
    try {
      const url = pooler.urlOf('postgres');
      assertFound(await doctor({ DATABASE_URL: url }), 'postgresql', /is a pooler/, /DATABASE_DIRECT_URL/);
      const unbounded = await doctor({ DATABASE_URL: url, DATABASE_DIRECT_URL: sound['DATABASE_URL'] ?? '' });
      assertFound(unbounded, 'database url', /lacks .*statement_timeout/, /high-availability/);
    } finally {
      await pooler.stop();
    }
  });

  test('finds a password that is refused', async () => {
    await query(`create role guest login password 'right'`);
    const hba = join(postgres.folder, 'pg_hba.conf');
    const content = readFileSync(hba, 'utf8');
    writeFileSync(hba, `host all guest 127.0.0.1/32 scram-sha-256\n${content}`);
    await query('select pg_reload_conf()');
    const url = (sound['DATABASE_URL'] ?? '').replace('postgres@', 'guest:wrong@');
    assertFound(
      await doctor({ DATABASE_URL: url }),
      'postgresql',
      /password authentication failed/,
      /user and password/,
    );
  });

  test('finds a folder for images that can’t be written', async () => {
    const outcome = await doctor({ FILE_STORE: 'file:/dev/null/files' });
    assertFound(outcome, 'image files', /\/dev\/null/, /no image is published/);
  });

  test('finds an object store that is dead', async () => {
    const outcome = await doctor({
      FILE_STORE: 's3:images',
      S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    });
    assertFound(outcome, 'image files', /bucket images/, /S3_ENDPOINT/);
  });

  test('finds a mail server that is dead', async () => {
    const outcome = await doctor({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
    assertFound(outcome, 'mail', /ECONNREFUSED/, /SMTP_URL/);
  });

  test('finds DNS servers that don’t respond', async () => {
    const silent = await DnsDouble.start(() => 'silence');
    assertFound(await doctor({ DNS_SERVERS: silent.address }), 'dns', /don't answer/, /DNS_SERVERS/);
    silent.close();
  });

  test('finds a missing or damaged country file, and warns about an old one', async () => {
    const missing = await doctor({ COUNTRY_FILE: '/nowhere.mmdb' });
    assertFound(missing, 'country file', /nowhere/, /COUNTRY_FILE/);
    const damaged = join(folder, 'damaged.mmdb');
    writeFileSync(damaged, 'no such format');
    assertFound(await doctor({ COUNTRY_FILE: damaged }), 'country file', /damaged/, /COUNTRY_FILE/);
    const old = await doctor({ COUNTRY_FILE: countryFileOf(new Date('2020-01-01')) });
    assert.match(old.stdout, /! country file +.*built 2020-01-01, \d{4} days ago\n +→ Set COUNTRY_FILE/);
  });

  test('finds a journal folder whose path is too long for its locks, and no process starts with it', async () => {
    const long = { JOURNAL_DIR: `/tmp/${'x'.repeat(100)}` };
    const outcome = await doctor(long);
    assert.match(outcome.stdout, /✗ configuration .*\n.*JOURNAL_DIR must have at most 80 bytes/);
    const started = await runWaypost(['start', '--only', 'scan'], { ...sound, ...long });
    assert.match(started.stderr, /JOURNAL_DIR must have at most 80 bytes/);
    assert.equal(started.code, 2);
  });

  test('finds that no worker runs', async () => {
    await query(`insert into accounts (account_id, email, plan) values ('00000000-0000-4000-8000-000000000001', 'a@example.com', 'free');
      insert into projects (project_id, account_id, name, is_default, created_via)
        values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'Default', true, 'api');
      with code as (
        insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug)
        values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'x', 'url', 'https://example.com/', 'qr-000000000000') returning qr_id)
      insert into scan_state (qr_id, status) select qr_id, 'active' from code;
      update worker_heartbeats set seen_at = now() - interval '10 minutes'`);
    assertFound(
      await doctor(),
      'worker',
      /stopped 6\d\d s ago; \d+ jobs wait/,
      /waypost start --only worker/,
    );
    await query(`update worker_heartbeats set seen_at = now() + interval '1 hour'`);
  });

  test('finds that no proxy is trusted', async () => {
    assertFound(await doctor({ TRUSTED_PROXIES: '' }), 'proxies', /Every visitor/, /TRUSTED_PROXIES/);
  });

  test('finds addresses without TLS', async () => {
    const outcome = await doctor({ PUBLIC_BASE_URL: 'http://go.example.com' });
    assertFound(outcome, 'tls', /http:\/\/go\.example\.com/, /https:\/\//);
  });

  test('finds that printed codes have another host', async () => {
    await query(`insert into link_hosts (host) values ('old.example.com')`);
    assertFound(await doctor(), 'printed hosts', /old\.example\.com/, /OWN_HOSTS: old\.example\.com/);
    assert.match((await doctor({ OWN_HOSTS: 'old.example.com' })).stdout, /✓ printed hosts/);
    await query('delete from link_hosts');
  });

  test('finds that the public address points elsewhere', async () => {
    const other = createServer((_, response) => response.end('Welcome to nginx!')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    assertFound(
      await doctor({ PUBLIC_BASE_URL: url }),
      'public address',
      /responded with 200/,
      /PUBLIC_BASE_URL/,
    );
    other.close();
  });

  test('finds a .env file that is ignored in production; in development it is read', async () => {
    const place = mkdtempSync(join(folder, 'env-'));
    chmodSync(place, 0o755);
    writeFileSync(join(place, '.env'), 'LOG_LEVEL=debug\nREDIS_URL=redis://127.0.0.1:1\n');
    const production = await runWaypost(['doctor'], sound, place);
    assert.match(
      production.stdout,
      /! configuration .*\.env is not read, so these are ignored: LOG_LEVEL, REDIS_URL\n +→ /,
    );
    const { REDIS_URL: _, ...rest } = sound;
    const development = await runWaypost(['doctor'], { ...rest, NODE_ENV: 'development' }, place);
    assert.match(development.stdout, /✓ configuration .*2 settings from \.env/);
    assert.match(development.stdout, /✗ redis +127\.0\.0\.1:1: /);
  });
});
