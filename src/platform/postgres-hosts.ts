import type pg from 'pg';
import { parseDatabaseUrl } from './database-url.ts';
import { Lineage, LineageError, type ServerIdentity } from './lineage.ts';
import type { Log } from './log.ts';
import { isOwnSession, needsOwnSession, PoolerError, requireBoundedSession } from './postgres-session.ts';

/** The database setting with the time at which an operator accepted its server. */
export const acceptedSetting = 'waypost.lineage_accepted';

interface IdentityRow {
  read_only: boolean;
  own_session: boolean;
  system_id: string | null;
  timeline: number | null;
  accepted: string | null;
}

/** `pg_control_checkpoint()` lags behind after a promotion; the name of the current log file doesn't. */
export const identityQuery = `
  select current_setting('transaction_read_only')::boolean as read_only, ${isOwnSession} as own_session,
    (select system_identifier::text from pg_control_system()) as system_id,
    case when pg_is_in_recovery() then null
      else ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer end as timeline,
    current_setting('${acceptedSetting}', true) as accepted`;

const refusalLogMs = 30_000;
/** Trying one host after the other is not an outage. */
const outageMsMin = 500;
/** By then every process that can reach PostgreSQL again has noticed. */
const settlingMs = 5_000;

/** The hosts of one address: which one is in use, and whether it is usable. */
export class PostgresHosts {
  readonly urls: string[];
  readonly lineage = new Lineage();
  /** Whether a pooler refused the settings of a connection. */
  refusesSettings = false;
  /** Session settings from the address. */
  readonly options: string;
  readonly #needsPrimary: boolean;
  #current = 0;
  #loggedMs = -Infinity;
  /** Since when no host could be used; null while one can. */
  #awaySinceMs: number | null = null;
  #failedMs = -Infinity;
  #returnedMs = -Infinity;

  constructor(url: string) {
    const parsed = parseDatabaseUrl(url);
    this.urls = parsed?.urls ?? [url];
    this.#needsPrimary = parsed?.needsPrimary ?? false;
    this.options = parsed?.options ?? '';
  }

  get current(): string {
    return this.urls[this.#current] ?? '';
  }

  /** Whether PostgreSQL has just come back. */
  get isSettling(): boolean {
    return this.#isAway() || performance.now() - this.#returnedMs < settlingMs;
  }

  /** The host can't be used: try the next one. */
  failed(url: string): void {
    this.#failedMs = performance.now();
    this.#awaySinceMs ??= this.#failedMs;
    if (url === this.current) this.#current = (this.#current + 1) % this.urls.length;
  }

  /** Throws if the connected server must not be used. */
  async admit(client: pg.ClientBase, url: string, log: Log, mayBePooled = false): Promise<void> {
    try {
      const { isReadOnly, isPooled, identity } = await readIdentity(client);
      if (isPooled && !mayBePooled) throw needsOwnSession(hostOf(url));
      if (isPooled) await requireBoundedSession(client, hostOf(url));
      if (this.#needsPrimary && isReadOnly) throw new StandbyError(`${hostOf(url)} takes no writes`);
      if (identity !== null) this.lineage.judge(identity);
      this.#noteReturn();
    } catch (error) {
      this.failed(url);
      if (isWrongServer(error) && performance.now() - this.#loggedMs > refusalLogMs) {
        this.#loggedMs = performance.now();
        log.error({ err: error, host: hostOf(url) }, 'a PostgreSQL server is refused');
      }
      throw error;
    }
  }

  #noteReturn(): void {
    if (this.#isAway()) this.#returnedMs = performance.now();
    this.#awaySinceMs = null;
  }

  /** An old failure means nothing: callers that need a connection retry every two seconds. */
  #isAway(): boolean {
    const nowMs = performance.now();
    const hasLasted = this.#awaySinceMs !== null && nowMs - this.#awaySinceMs > outageMsMin;
    return hasLasted && nowMs - this.#failedMs < settlingMs;
  }
}

class StandbyError extends Error {
  readonly code = 'WAYPOST_STANDBY';
}

/** Codes of errors that refuse a server: it is up, but must not be used. */
export const refusedServers = new Set(['WAYPOST_LINEAGE', 'WAYPOST_STANDBY', 'WAYPOST_POOLER']);

/** Some managed services restrict it: no permission, no such function, not supported, wrong state. */
const withheld = new Set(['42501', '42883', '0A000', '55000']);

export async function readIdentity(
  client: pg.ClientBase,
): Promise<{ isReadOnly: boolean; isPooled: boolean; identity: ServerIdentity | null }> {
  const { rows } = await client.query<IdentityRow>(identityQuery).catch((error: { code?: string }) => {
    if (!withheld.has(error.code ?? '')) throw error;
    return client.query<IdentityRow>(
      `select current_setting('transaction_read_only')::boolean as read_only, ${isOwnSession} as own_session, null as system_id, null as timeline, null as accepted`,
    );
  });
  const [row] = rows;
  if (row === undefined) return { isReadOnly: false, isPooled: false, identity: null };
  const { read_only: isReadOnly, system_id: systemId, timeline, accepted } = row;
  const isPooled = !row.own_session;
  if (systemId === null || timeline === null) return { isReadOnly, isPooled, identity: null };
  return { isReadOnly, isPooled, identity: { systemId, timeline, acceptedMs: Number(accepted ?? 0) } };
}

const known = new Map<string, PostgresHosts>();

/** Shared by all users of this address in this process, so that a dead host is tried once. */
export function postgresHosts(url: string): PostgresHosts {
  const found = known.get(url) ?? new PostgresHosts(url);
  known.set(url, found);
  return found;
}

/** Worth a log line. A standby isn't: several hosts always include one. */
function isWrongServer(error: unknown): boolean {
  return error instanceof LineageError || error instanceof PoolerError;
}

export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
