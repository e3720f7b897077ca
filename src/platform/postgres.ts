import { AssertionError } from 'node:assert';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Log } from './log.ts';
import { openHostPool } from './postgres-host-pool.ts';
import { postgresHosts, refusedServers } from './postgres-hosts.ts';
import { sessionOptions } from './postgres-session.ts';

export interface PostgresOptions {
  url: string;
  poolMax: number;
  applicationName: string;
  log: Log;
  /** How long to wait for a response. */
  timeouts?: PostgresTimeouts;
  /** Session settings, such as `plan_cache_mode`. */
  settings?: Record<string, string>;
  /** Whether these connections may use a pooler. */
  mayBePooled?: boolean;
}

export interface PostgresTimeouts {
  connectMs: number;
  statementMs: number;
  lockMs: number;
}

const patient: PostgresTimeouts = { connectMs: 3_000, statementMs: 8_000, lockMs: 4_000 };
/** For statements that read whole tables, as an operator's may. */
export const wholeTableTimeouts: PostgresTimeouts = {
  connectMs: 3_000,
  statementMs: 3_600_000,
  lockMs: 4_000,
};
/** Longer than the server's own timeouts, which don't help if the network swallows packets. */
const answerMs = 1_000;

const int8Oid = 20;

// In local time, `pg` drops the seconds of nineteenth-century offsets.
pg.defaults.parseInputDatesAsUTC = true;

/**
 * A pool in which every statement, lock and idle transaction has a timeout. The `error` listener is vital: without it, a lost PostgreSQL would
 * end the process.
 */
export function createPostgresPool(options: PostgresOptions): pg.Pool {
  const { connectMs, statementMs, lockMs } = options.timeouts ?? patient;
  const pool = openHostPool(postgresHosts(options.url), options.log, {
    max: options.poolMax,
    application_name: options.applicationName,
    mayBePooled: options.mayBePooled ?? false,
    options: sessionOptions({ timezone: 'UTC', ...options.settings }),
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + answerMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8Oid ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  const onError = (error: Error & { client?: unknown }) => {
    // The whole client with its statements doesn't belong into the log.
    delete error.client;
    options.log.warn({ err: error }, 'a PostgreSQL connection was lost');
  };
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** A setting that each transaction of a database has, such as who acts. */
interface TransactionSetting {
  name: string;
  value: string;
}

const pools = new WeakMap<object, pg.Pool>();

export function createDatabase<Schema>(
  pool: pg.Pool,
  setting: TransactionSetting | null = null,
): Kysely<Schema> {
  const begin =
    setting &&
    `; select set_config(${pg.escapeLiteral(setting.name)}, ${pg.escapeLiteral(setting.value)}, true)`;
  const careful = {
    connect: async () => withBegin(await connectCarefully(pool), begin),
    end: () => pool.end(),
    options: pool.options,
  };
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: careful }) });
  pools.set(db, pool);
  return db;
}

/** The same database, with a setting. It uses the same connections, so only the first one is closed. */
export function withTransactionSetting<Schema>(
  db: Kysely<Schema>,
  setting: TransactionSetting,
): Kysely<Schema> {
  const pool = pools.get(db);
  if (pool === undefined)
    throw new TypeError('Not a database of createDatabase(), but perhaps a transaction.');
  return createDatabase<Schema>(pool, setting);
}

const opens = /^(begin|start transaction)/;
const closes = /^(commit|rollback)$/;
const writes = /^\s*(?:--[^\n]*\n\s*)*(insert|update|delete|merge|with)\b/i;

/** Sends the setting together with the beginning of a transaction. A single statement that writes gets a transaction of its own. */
function withBegin(client: PostgresPoolClient, begin: string | null): PostgresPoolClient {
  if (begin === null) return client;
  let isOpen = false;
  const send = (text: string, parameters: readonly unknown[]) => client.query(text, parameters);
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (opens.test(text)) {
      isOpen = true;
      return send(text + begin, []);
    }
    if (closes.test(text)) isOpen = false;
    if (isOpen || !writes.test(text)) return send(text, parameters);
    await send(`begin${begin}`, []);
    try {
      const result = await send(text, parameters);
      await send('commit', []);
      return result;
    } catch (error) {
      await send('rollback', []).catch(() => undefined);
      throw error;
    }
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
}

/** A connection on which a query got no response is not reused. */
async function connectCarefully(pool: pg.Pool): Promise<PostgresPoolClient> {
  const client = await pool.connect();
  let broken = false;
  const query = async (text: string, parameters: unknown[]) => {
    try {
      return await client.query(text, parameters);
    } catch (error) {
      // 25006: the server used to be a primary.
      broken ||= sqlState(error) === null || sqlState(error) === '25006';
      throw error;
    }
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(broken) };
}

/** SQLSTATE of an error from PostgreSQL, or null. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}

/** @param constraint the constraint; any if missing. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  return constraint === undefined || (error as pg.DatabaseError).constraint === constraint;
}

/**
 * SQLSTATE classes that blame the statement on any server: not supported, cardinality, data, constraint, syntax or unknown name, too complex,
 * raised by a function. The operator has to fix missing permissions (42501).
 */
const statementAtFault = /^(0A|21|22|23|42(?!501)|54|P0)/;
const codeAtFault = [TypeError, RangeError, ReferenceError, SyntaxError, AssertionError];

/** Whether our statement was wrong: it would fail again, and the error tells nothing about the server. */
export function isOwnMistake(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? codeAtFault.some((kind) => error instanceof kind) : statementAtFault.test(state);
}

/** Whether a page, index or file can't be read: everything else is still served. */
export function isDamage(error: unknown): boolean {
  return /^(XX|58)/.test(sqlState(error) ?? '');
}

/** Deadlock and serialization: nothing was done, and PostgreSQL itself is fine. */
export function isTransient(error: unknown): boolean {
  return ['40P01', '40001'].includes(sqlState(error) ?? '');
}

const connectionErrors = new Set([
  ...refusedServers,
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
]);
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|connection ended|^SASL: |SSL connection/i;
const refusedCertificate = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Whether an error means that PostgreSQL can't work now: away, overloaded, read-only, or refusing us. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (sqlState(error) !== null) return !isOwnMistake(error) && !isTransient(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return syscall === 'connect';
  if (code !== undefined && (connectionErrors.has(code) || refusedCertificate.test(code))) return true;
  return lostConnection.test(error.message);
}

/** Requests queue behind a wait for an exclusive lock, so such a wait is shorter than a slow request. */
export const politeLockWaitMs = 50;

/** Whether a statement ended after waiting for a lock for `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}
