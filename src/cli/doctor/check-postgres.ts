import type pg from 'pg';
import type { Config } from '#platform/config.ts';
import { silentLog } from '#platform/log.ts';
import { readMigrationStatus, readMigrations } from '#platform/migrations.ts';
import { openPostgresClient } from '#platform/open-postgres-client.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { PoolerError } from '#platform/postgres-session.ts';
import type { CliContext } from '../cli-context.ts';
import { type Finding, failed, hostOf, messageOf, ok, warning } from './finding.ts';

const versionMin = 15;
const timeoutMs = 3_000;
const clockSkewMsMax = 1_000;
/** Workers have a heartbeat every 5 s. */
const workerSilenceSeconds = 30;

/** Every check that needs PostgreSQL. */
export async function* checkPostgres(context: CliContext, config: Config): AsyncGenerator<Finding> {
  let client: pg.Client;
  try {
    client = await openPostgresClient(config.databaseDirectUrl, {
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: timeoutMs,
    });
  } catch (error) {
    yield failed('postgresql', `${hostOf(config.databaseDirectUrl)}: ${messageOf(error)}`, remedyOf(error));
    return yield failed('migrations', "unknown while PostgreSQL can't be reached", 'Start PostgreSQL first.');
  }
  try {
    yield await checkServer(client);
    if (config.databaseUrl !== config.databaseDirectUrl) yield await checkPooler(config);
    yield await checkMigrations(context, client);
    yield await checkClock(client);
    yield await checkAccountPlans(context, client);
    yield await checkWorker(client);
    const { webRisk, feedSources } = config.safety;
    if (webRisk || Object.values(feedSources).some((source) => source !== null))
      yield await checkThreatLists(client);
  } finally {
    await client.end();
  }
}

function remedyOf(error: unknown): string {
  const message = messageOf(error);
  if (/database "[^"]*" does not exist/.test(message)) return 'Create it: createdb -h HOST -U USER waypost';
  if (error instanceof PoolerError) return 'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.';
  if (/password authentication failed|no pg_hba.conf entry|role "[^"]*" does not exist/.test(message))
    return 'Check user and password in DATABASE_URL, and pg_hba.conf on the server.';
  if (/takes no writes/.test(message))
    return 'List every server in DATABASE_URL (postgres://user@one,two/waypost?target_session_attrs=read-write), and check which one is the primary.';
  return 'Start PostgreSQL (pg_ctlcluster 15 main start, or docker compose up -d), or set DATABASE_URL to where it runs.';
}

async function checkServer(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
       pg_is_in_recovery() as is_standby, current_setting('default_transaction_read_only')::boolean as is_read_only,
       array(select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')
             and setting = 'off') as unsafe`,
  );
  const { version, major, unsafe, is_standby: isStandby, is_read_only: isReadOnly } = rows[0];
  if (major < versionMin)
    return failed('postgresql', `version ${version}`, `Upgrade it to version ${versionMin} or later.`);
  if (isStandby) {
    const remedy =
      'Set DATABASE_URL to the primary, or list every server: postgres://user@one,two/waypost?target_session_attrs=read-write';
    return failed('postgresql', 'this server is a standby, which accepts no writes', remedy);
  }
  if (isReadOnly) {
    const remedy = 'Set default_transaction_read_only to off for the server, the database and the role.';
    return failed('postgresql', 'this server is read-only', remedy);
  }
  if (unsafe.length > 0) {
    const remedy = 'Turn it on. Without it, a crash can lose counted scans.';
    return failed('postgresql', `version ${version}, ${unsafe.join(', ')} off`, remedy);
  }
  return ok('postgresql', `version ${version}, commits are durable`);
}

/** The address of the API's requests, if it differs. */
async function checkPooler(config: Config): Promise<Finding> {
  const pool = createPostgresPool({
    url: config.databaseUrl,
    poolMax: 1,
    applicationName: 'waypost-doctor',
    log: silentLog,
    mayBePooled: true,
  });
  const host = hostOf(config.databaseUrl);
  try {
    await pool.query('select 1');
    return ok('database url', `${host} responds, and its time-outs are effective`);
  } catch (error) {
    const remedy =
      error instanceof PoolerError
        ? 'See docs/high-availability.md, "PgBouncer and other poolers".'
        : 'Start the pooler, or set DATABASE_URL to PostgreSQL itself.';
    return failed('database url', messageOf(error), remedy);
  } finally {
    await pool.end();
  }
}

async function checkMigrations(context: CliContext, client: pg.Client): Promise<Finding> {
  try {
    const migrations = await readMigrations(context.migrationsFolder);
    const { pending } = await readMigrationStatus(client, migrations);
    if (pending.length === 0) return ok('migrations', `all ${migrations.length} applied`);
    return failed(
      'migrations',
      `${pending.length} of ${migrations.length} are missing`,
      'Run: waypost migrate',
    );
  } catch (error) {
    return failed('migrations', messageOf(error), 'Install the release that this database belongs to.');
  }
}

async function checkClock(client: pg.Client): Promise<Finding> {
  const beforeMs = Date.now();
  const { rows } = await client.query(`select extract(epoch from clock_timestamp()) * 1000 as ms`);
  const skewMs = Math.round(Math.abs(Number(rows[0].ms) - (beforeMs + Date.now()) / 2));
  if (skewMs <= clockSkewMsMax) return ok('clock', `within ${Math.max(1, skewMs)} ms of PostgreSQL's`);
  const remedy = 'Synchronise both machines (systemctl enable --now systemd-timesyncd, or chrony).';
  return failed('clock', `${skewMs} ms away from PostgreSQL's`, remedy);
}

/** An account whose plan is missing in the catalogue is refused (D51); the operator should know before its owner. */
async function checkAccountPlans(context: CliContext, client: pg.Client): Promise<Finding> {
  try {
    const plans = [...(await context.plans()).keys()];
    const { rows } = await client.query('select plan from accounts where plan <> all($1) limit 1', [plans]);
    if (rows.length === 0) return ok('accounts', 'every plan in use is in the catalogue');
    return failed(
      'accounts',
      `the plan "${rows[0].plan}" is in use, but not in the catalogue`,
      'Restore it, or move its accounts to another plan.',
    );
  } catch (error) {
    return warning('accounts', `not checked: ${messageOf(error)}`, null);
  }
}

/** Without a worker, no images are rendered, no mails are sent and no analytics are updated. */
async function checkWorker(client: pg.Client): Promise<Finding> {
  try {
    const { rows } = await client.query(
      `select (select extract(epoch from now() - max(seen_at))::int from worker_heartbeats) as silent,
         exists (select from qr_codes) as is_used`,
    );
    const { silent, is_used: isUsed } = rows[0];
    const waiting = await countJobs(client);
    if (silent !== null && silent <= workerSilenceSeconds)
      return ok('worker', `running; ${waiting} jobs wait`);
    const detail = `${silent === null ? 'none has ever run' : `the last one stopped ${silent} s ago`}; ${waiting} jobs wait`;
    const remedy = 'Start one: waypost start --only worker (or the service "worker").';
    return isUsed ? failed('worker', detail, remedy) : warning('worker', detail, remedy);
  } catch (error) {
    return warning('worker', `not checked: ${messageOf(error)}`, null);
  }
}

async function countJobs(client: pg.Client): Promise<string> {
  const rowsMax = 10_000;
  const { rows } = await client.query(
    `select count(*)::int as waiting from (
       select from graphile_worker.jobs where run_at <= now() and locked_at is null limit $1) jobs`,
    [rowsMax],
  );
  const waiting = Number(rows[0].waiting);
  return waiting === rowsMax ? `${rowsMax} or more` : String(waiting);
}

/** Before its first list, a configured provider refuses everything. */
async function checkThreatLists(client: pg.Client): Promise<Finding> {
  try {
    const { rows } = await client.query(`select list_id, version, failures, last_error from threat_lists`);
    const missing = rows.filter(({ version }) => Number(version) === 0).map(({ list_id }) => list_id);
    const failing = rows.filter(({ failures }) => failures > 0);
    const remedy = 'See: waypost safety status. A worker must run, and reach where the lists come from.';
    if (rows.length === 0) return failed('threat lists', 'none is loaded: no code can be created', remedy);
    if (missing.length > 0)
      return failed('threat lists', `${missing.join(', ')} not loaded: no code can be created`, remedy);
    if (failing.length === 0) return ok('threat lists', rows.map(({ list_id }) => list_id).join(', '));
    const detail = failing.map(({ list_id, last_error }) => `${list_id}: ${last_error}`).join('; ');
    return warning('threat lists', `the last good lists are used; ${detail}`, remedy);
  } catch (error) {
    return warning('threat lists', `not checked: ${messageOf(error)}`, null);
  }
}
