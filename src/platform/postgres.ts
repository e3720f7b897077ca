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
  /** When an answer is no longer waited for. */
  timeouts?: PostgresTimeouts;
  /** Settings of each session, such as `plan_cache_mode`. */
  settings?: Record<string, string>;
  /** Whether these connections may go through a pooler. */
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
/** Beyond the server's own time-outs, which say nothing when the network swallows packets. */
const answerMs = 1_000;

const int8Oid = 20;

// In local time `pg` drops the seconds that offsets of the nineteenth century have.
pg.defaults.parseInputDatesAsUTC = true;

/**
 * A pool in which no statement, lock or idle transaction can last without bound.
 * The `error` listener is vital: without one, a PostgreSQL that goes away ends the process.
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
    // The whole client, with its statements, is not worth a line of the log.
    delete error.client;
    options.log.warn({ err: error }, 'a PostgreSQL connection was lost');
  };
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

export function createDatabase<Schema>(pool: pg.Pool): Kysely<Schema> {
  const careful = { connect: () => connectCarefully(pool), end: () => pool.end(), options: pool.options };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: careful }) });
}

/** A connection on which a query got no answer is not given to the next one. */
async function connectCarefully(pool: pg.Pool): Promise<PostgresPoolClient> {
  const client = await pool.connect();
  let broken = false;
  const query = async (text: string, parameters: unknown[]) => {
    try {
      return await client.query(text, parameters);
    } catch (error) {
      // 25006: the server was a primary once.
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

/** @param constraint which one; any if it is not said. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  return constraint === undefined || (error as pg.DatabaseError).constraint === constraint;
}

/**
 * SQLSTATE classes that blame the statement, whichever server runs it: not supported, cardinality, data, constraint, syntax
 * or unknown name, too complex, raised by a function. Missing rights (42501) are the operator's to mend.
 */
const statementAtFault = /^(0A|21|22|23|42(?!501)|54|P0)/;
const codeAtFault = [TypeError, RangeError, ReferenceError, SyntaxError, AssertionError];

/** Whether we asked PostgreSQL something wrong: it would be as wrong again, and says nothing about the server. */
export function isOwnMistake(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? codeAtFault.some((kind) => error instanceof kind) : statementAtFault.test(state);
}

/** Whether a page, an index or a file can't be read: whatever lies elsewhere is still served. */
export function isDamage(error: unknown): boolean {
  return /^(XX|58)/.test(sqlState(error) ?? '');
}

/** Deadlock and serialisation: nothing was done, and PostgreSQL itself is well. */
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

/** Whether an error, from wherever, says that PostgreSQL can't do its work now: away, overloaded, read-only, or refusing us. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (sqlState(error) !== null) return !isOwnMistake(error) && !isTransient(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return syscall === 'connect';
  if (code !== undefined && (connectionErrors.has(code) || refusedCertificate.test(code))) return true;
  return lostConnection.test(error.message);
}

/** Whoever waits for an exclusive lock makes requests queue behind: such a wait is shorter than a slow request. */
export const politeLockWaitMs = 50;

/** Whether a statement ended because it had waited for a lock for `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}
