import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Log } from './log.ts';

export interface PostgresOptions {
  url: string;
  poolMax: number;
  applicationName: string;
  log: Log;
  /** When an answer is no longer waited for. */
  timeouts?: PostgresTimeouts;
  /** Settings of each session, such as `plan_cache_mode`. */
  settings?: Record<string, string>;
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
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax,
    application_name: options.applicationName,
    options: Object.entries({ timezone: 'UTC', ...options.settings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
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
  const onError = (error: Error) => options.log.warn({ err: error }, 'a PostgreSQL connection was lost');
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
      broken ||= sqlState(error) === null;
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

const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
]);
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|connection ended/i;

/** Whether an error says that PostgreSQL is away or overloaded, rather than that we asked it something wrong. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlState(error);
  // 08 connection, 53 out of resources, 57 shutdown or cancelled (statement time-out), 55P03 lock time-out,
  // 25006 a standby, 25P03 an idle transaction that was ended.
  if (state !== null) return /^(08|53|57)/.test(state) || ['55P03', '25006', '25P03'].includes(state);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return syscall === 'connect';
  return (code !== undefined && connectionErrors.has(code)) || lostConnection.test(error.message);
}
