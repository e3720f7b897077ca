import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { silentLog } from '#platform/log.ts';
import { applyMigrations, readMigrations } from '#platform/migrations.ts';
import { openPostgresClient } from '#platform/open-postgres-client.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { roleSettings } from '#platform/postgres-session.ts';
import { proofScale } from './support/measure/proof-scale.ts';
import { PgBouncer } from './support/scratch/pgbouncer.ts';
import { createScratchPostgres, type ScratchPostgres } from './support/scratch/scratch-postgres.ts';
import { startWaypost } from './support/scratch/spawn-waypost.ts';

const migrationsFolder = new URL('../migrations', import.meta.url).pathname;
const suite =
  proofScale >= 1
    ? ['test/v1/*.test.ts', 'test/races.test.ts', 'test/dashboard/*.test.ts']
    : ['test/v1/post-qr-codes.test.ts', 'test/v1/patch-qr-code.test.ts', 'test/v1/idempotency.test.ts'];

let postgres: ScratchPostgres;
let poolers: { refusing: PgBouncer; dropping: PgBouncer };
before(async () => {
  postgres = await createScratchPostgres(['-c fsync=off', '-c max_connections=200']);
  poolers = {
    refusing: await PgBouncer.start(postgres.server.url),
    dropping: await PgBouncer.start(postgres.server.url, [
      'ignore_startup_parameters = options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    ]),
  };
});
after(async () => {
  await poolers.refusing.stop();
  await poolers.dropping.stop();
  postgres.remove();
});

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${postgres.server.url}/postgres` });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${postgres.server.url}/${name}`;
}

async function alterRole(settings: Record<string, string>): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgres.server.url}/postgres` });
  await client.connect();
  await client.query('alter role postgres reset all');
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter role postgres set ${name} = '${value}'`);
  await client.end();
  for (const pooler of Object.values(poolers)) await reconnect(pooler);
}

/** PgBouncer's connections still have the role's previous settings. */
async function reconnect(pooler: PgBouncer): Promise<void> {
  const admin = new pg.Client({ connectionString: pooler.urlOf('pgbouncer') });
  await admin.connect();
  await admin.query('reconnect');
  await admin.query('wait_close').catch(() => {});
  await admin.end();
}

function openPool(pooler: PgBouncer): pg.Pool {
  return createPostgresPool({
    url: pooler.urlOf('postgres'),
    poolMax: 2,
    applicationName: 'test',
    log: silentLog,
    mayBePooled: true,
    timeouts: { connectMs: 3_000, statementMs: 60_000, lockMs: 60_000 },
  });
}

for (const kind of ['refusing', 'dropping'] as const) {
  describe(`PgBouncer in transaction mode, ${kind} the settings of a session`, () => {
    test('is refused while the role has no timeouts, with the statements that fix it', async () => {
      await alterRole({});
      const pool = openPool(poolers[kind]);
      await assert.rejects(pool.query('select 1'), (error: Error) => {
        assert.match(error.message, /pooler/);
        assert.match(error.message, /alter role "postgres" set statement_timeout = '8s';/);
        return true;
      });
      await pool.end();
    });

    test('with timeouts of the role, a statement, a wait for a lock and an idle transaction end in time', async () => {
      await alterRole({
        TimeZone: 'UTC',
        statement_timeout: '700ms',
        lock_timeout: '300ms',
        idle_in_transaction_session_timeout: '500ms',
      });
      const pool = openPool(poolers[kind]);
      const began = performance.now();
      await assert.rejects(pool.query('select pg_sleep(30)'), { code: '57014' });
      await pool.query('create table if not exists held (n int)');
      const holder = await pool.connect();
      await holder.query('begin');
      await holder.query('lock held');
      await assert.rejects(pool.query('select * from held'), { code: '55P03' });
      await sleep(800);
      await assert.rejects(holder.query('select 1'));
      holder.release(true);
      await pool.query('select * from held');
      assert.ok(performance.now() - began < 10_000);
      await pool.end();
    });

    test('can’t be used where a session is needed, with a hint', async () => {
      await alterRole(roleSettings);
      await assert.rejects(openPostgresClient(poolers[kind].urlOf('postgres'), {}), {
        code: 'WAYPOST_POOLER',
        message: /Set DATABASE_DIRECT_URL/,
      });
      const pool = createPostgresPool({
        url: poolers[kind].urlOf('postgres'),
        poolMax: 1,
        applicationName: 'test',
        log: silentLog,
      });
      await assert.rejects(pool.query('select 1'), { code: 'WAYPOST_POOLER' });
      await pool.end();
    });
  });
}

test('deploy/database-roles gives the API role the timeouts of its own connections', () => {
  const script = readFileSync(new URL('../deploy/database-roles/create.sql', import.meta.url), 'utf8');
  const found = [...script.matchAll(/alter role waypost_api set (\w+) = '(\w+)';/g)].map(
    ([, name, value]) => [name, value],
  );
  const wanted = Object.entries(roleSettings).map(([name, value]) => [name.toLowerCase(), value]);
  assert.deepEqual(found, wanted);
});

test('timeouts of the role don’t end a migration, which has its own connection', async () => {
  const url = await createDatabase('slow');
  await alterRole({ ...roleSettings, statement_timeout: '300ms' });
  const slow = { version: 1, name: '0001-slow.sql', sql: 'select pg_sleep(1)', checksum: 'x' };
  assert.equal(await applyMigrations(url, [slow], () => {}), 1);
});

test('an address with its own options is not mistaken for a pooler, and keeps them', async () => {
  const url = `${postgres.server.url}/postgres?options=-c%20work_mem%3D7MB`;
  const client = await openPostgresClient(url, {});
  const pool = createPostgresPool({ url, poolMax: 1, applicationName: 'test', log: silentLog });
  for (const each of [client, pool])
    assert.deepEqual((await each.query('show work_mem')).rows, [{ work_mem: '7MB' }]);
  assert.deepEqual((await pool.query('show timezone')).rows, [{ TimeZone: 'UTC' }]);
  await client.end();
  await pool.end();
});

test('an API with both addresses on the pooler starts, is not ready, and names the address it needs', async () => {
  await alterRole(roleSettings);
  await applyMigrations(await createDatabase('pooled'), await readMigrations(migrationsFolder), () => {});
  const service = await startWaypost(['--only', 'api'], {
    DATABASE_URL: poolers.refusing.urlOf('pooled'),
    REDIS_KEY_PREFIX: 'test-pooler:',
  });
  try {
    for (let attempt = 0; attempt < 50 && !service.logged().includes('DATABASE_DIRECT_URL'); attempt++)
      await sleep(100);
    assert.match(service.logged(), /Only the API can use a pooler. Set DATABASE_DIRECT_URL/);
    assert.equal((await fetch(`${service.addresses['internal']}/readyz`)).status, 503);
  } finally {
    service.child.kill('SIGKILL');
  }
});

test('the API behind it passes the conformance tests', async (t) => {
  await alterRole(roleSettings);
  const child = spawn(process.execPath, ['--test', '--test-force-exit', '--test-concurrency=1', ...suite], {
    cwd: new URL('..', import.meta.url).pathname,
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      TEST_DATABASE_SERVER: postgres.server.url,
      TEST_POOLER_PORT: String(poolers.refusing.port),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  const failures = output.split('\n').filter((line) => /✖|not ok|Error/.test(line));
  assert.equal(code, 0, failures.slice(0, 20).join('\n'));
  const passed = Number(/^(?:ℹ|#) pass (\d+)$/m.exec(output)?.[1] ?? 0);
  assert.ok(passed > 50, `only ${passed} tests ran`);
  t.diagnostic(`${passed} passed`);
});
