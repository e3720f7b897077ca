import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Config } from '#platform/config.ts';
import { readMigrationStatus, readMigrations } from '#platform/migrations.ts';
import type { CliContext } from './cli-context.ts';

export interface Finding {
  check: string;
  verdict: 'ok' | 'warning' | 'failed';
  detail: string;
  remedy: string | null;
}

const postgresVersionMin = 15;
const redisVersionMin = 7;
const diskBytesMin = 1024 ** 3;
const clockSkewMsMax = 1_000;
const connectMs = 3_000;

/** Looks at everything that the service stands on, one finding at a time. */
export async function* diagnose(context: CliContext): AsyncGenerator<Finding> {
  yield ok('node', process.version);
  let config: Config;
  try {
    config = context.config();
    yield ok('configuration', config.production ? 'production' : 'development defaults where nothing is set');
  } catch (error) {
    return yield failed('configuration', messageOf(error), 'Set these environment variables and try again.');
  }
  yield await checkPlans(context);
  yield* checkPostgres(context, config);
  yield await checkRedis(config);
  yield await checkDisk(config);
  yield checkSafety(config);
  yield checkMail(config);
}

async function checkPlans(context: CliContext): Promise<Finding> {
  try {
    return ok('plans', [...(await context.plans()).keys()].join(', '));
  } catch (error) {
    return failed('plans', messageOf(error), 'Mend the file, or set PLANS_FILE to another one.');
  }
}

async function* checkPostgres(context: CliContext, config: Config): AsyncGenerator<Finding> {
  const client = new pg.Client({
    connectionString: config.databaseDirectUrl,
    connectionTimeoutMillis: connectMs,
    statement_timeout: connectMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const remedy = /database .* does not exist/.test(messageOf(error))
      ? 'Create it: createdb -h HOST -U USER waypost'
      : 'Start PostgreSQL (pg_ctlcluster 15 main start, or docker compose up -d), or set DATABASE_URL to where it runs.';
    yield failed('postgresql', `${hostOf(config.databaseDirectUrl)}: ${messageOf(error)}`, remedy);
    return yield failed('migrations', 'unknown while PostgreSQL is away', 'Bring PostgreSQL back first.');
  }
  try {
    yield await checkPostgresServer(client);
    yield await checkMigrations(context, client);
    yield await checkClock(client);
    yield await checkAccountPlans(context, client);
    if (config.safety.webRisk || config.safety.urlhausSource || config.safety.phishtankSource)
      yield await checkThreatLists(client);
  } finally {
    await client.end();
  }
}

async function checkPostgresServer(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
       array(select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')
             and setting = 'off') as unsafe`,
  );
  const { version, major, unsafe } = rows[0];
  if (major < postgresVersionMin) {
    return failed(
      'postgresql',
      `version ${version}`,
      `Upgrade it to version ${postgresVersionMin} or later.`,
    );
  }
  if (unsafe.length > 0) {
    const remedy = 'Switch it on: without it a crash loses scans that were counted.';
    return failed('postgresql', `version ${version}, ${unsafe.join(', ')} off`, remedy);
  }
  return ok('postgresql', `version ${version}, commits are durable`);
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

/** An account whose plan the catalogue lost is refused (D51); better told here than by its owner. */
async function checkAccountPlans(context: CliContext, client: pg.Client): Promise<Finding> {
  try {
    const plans = [...(await context.plans()).keys()];
    const { rows } = await client.query('select plan from accounts where plan <> all($1) limit 1', [plans]);
    if (rows.length === 0) return ok('accounts', 'every plan in use is in the catalogue');
    return failed(
      'accounts',
      `the plan "${rows[0].plan}" is in use, but not in the catalogue`,
      'Put it back, or move its accounts.',
    );
  } catch (error) {
    return {
      check: 'accounts',
      verdict: 'warning',
      detail: `not checked: ${messageOf(error)}`,
      remedy: null,
    };
  }
}

/** Before its first list, a provider that is configured lets nothing pass. */
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
    return {
      check: 'threat lists',
      verdict: 'warning',
      detail: `the last good ones answer; ${detail}`,
      remedy,
    };
  } catch (error) {
    return {
      check: 'threat lists',
      verdict: 'warning',
      detail: `not checked: ${messageOf(error)}`,
      remedy: null,
    };
  }
}

async function checkRedis(config: Config): Promise<Finding> {
  const redis = new Redis(config.redisUrl, {
    lazyConnect: true,
    connectTimeout: connectMs,
    commandTimeout: connectMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason = '';
  redis.on('error', (error) => {
    reason = messageOf(error);
  });
  try {
    await redis.connect();
    const info = await redis.info('server');
    const version = /^(?:valkey|redis)_version:(\S+)/m.exec(info)?.[1] ?? 'unknown';
    const engine = info.includes('valkey_version') ? 'Valkey' : 'Redis';
    if (Number.parseInt(version, 10) < redisVersionMin) {
      return failed('redis', `${engine} ${version}`, `Upgrade it to version ${redisVersionMin} or later.`);
    }
    return ok('redis', `${engine} ${version}`);
  } catch (error) {
    const remedy =
      'Start Redis or Valkey (redis-server, or docker compose up -d), or set REDIS_URL to where it runs. Until then each process enforces its share of the rate limits from memory.';
    return failed('redis', `${hostOf(config.redisUrl)}: ${reason || messageOf(error)}`, remedy);
  } finally {
    redis.disconnect();
  }
}

/** Without anyone who tells of new threats, a page that turns bad is not noticed. */
function checkSafety({ safety, production }: Config): Finding {
  const asked = [
    safety.webRisk && 'Web Risk',
    safety.urlhausSource && 'URLhaus',
    safety.phishtankSource && 'PhishTank',
    safety.followRedirects && 'redirects are followed',
  ].filter((name) => name !== null && name !== false);
  if (asked.length > 0) return ok('safety', `our own rules, the operator's, ${asked.join(', ')}`);
  const detail = "our own rules and the operator's; nobody tells of new phishing or malware";
  if (!production) return ok('safety', detail);
  const remedy = 'Set WEB_RISK_KEY, PHISHTANK_SOURCE or URLHAUS_SOURCE.';
  return { check: 'safety', verdict: 'warning', detail, remedy };
}

/** Whoever signs up waits for a mail. */
function checkMail({ mail, production }: Config): Finding {
  if (mail.smtpUrl !== null) return ok('mail', `by SMTP, from ${mail.from}`);
  const detail = "printed to the worker's log: nobody can sign up to the dashboard";
  if (!production) return ok('mail', "printed to the worker's log");
  return { check: 'mail', verdict: 'warning', detail, remedy: 'Set SMTP_URL and MAIL_FROM.' };
}

async function checkDisk(config: Config): Promise<Finding> {
  let folder = resolve(config.journalDir);
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const free = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB free for ${config.journalDir}`;
  const writable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    return failed('disk', `${folder} can't be written`, 'Give this user the folder, or set JOURNAL_DIR.');
  if (freeBytes < diskBytesMin)
    return failed('disk', free, 'Make room, or set JOURNAL_DIR to a larger volume.');
  return ok('disk', free);
}

function ok(check: string, detail: string): Finding {
  return { check, verdict: 'ok', detail, remedy: null };
}

function failed(check: string, detail: string, remedy: string): Finding {
  return { check, verdict: 'failed', detail, remedy };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'malformed address';
}

/** An AggregateError (several addresses tried) has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
