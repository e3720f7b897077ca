import pg from 'pg';
import type { Log } from './log.ts';
import { hostOf, type PostgresHosts, refusedServers } from './postgres-hosts.ts';
import { needsOwnSession, refusesSettings } from './postgres-session.ts';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;
/** An option of pg-pool that its types don't have. */
type PoolOptions = pg.PoolConfig & { onConnect: (client: pg.ClientBase) => Promise<void> };

type HostPoolConfig = pg.PoolConfig & { mayBePooled: boolean };

/** Failed connections: nothing was sent, so another host may be tried. */
const failedConnections = new WeakSet<object>();
const hostOfClient = new WeakMap<pg.ClientBase, string>();

/** A pool whose connections go to the current host, and only to usable servers. */
export function openHostPool(hosts: PostgresHosts, log: Log, config: HostPoolConfig): pg.Pool {
  const { mayBePooled, ...settings } = config;
  class HostClient extends pg.Client {
    constructor(given: pg.ClientConfig = {}) {
      const url = hosts.current;
      super({ ...(hosts.refusesSettings ? withoutSettings(given) : given), connectionString: url });
      hostOfClient.set(this, url);
      // Only the pool connects, with a callback.
      const connect = this.connect.bind(this) as (callback: (error: Error | null) => void) => void;
      const connectAndNote = (callback: (error: Error | null) => void) =>
        connect((error) => {
          if (error === null || error === undefined) return callback(error);
          const isPooler = refusesSettings(error);
          if (isPooler && mayBePooled) hosts.refusesSettings = true;
          else hosts.failed(url);
          const problem = isPooler && !mayBePooled ? needsOwnSession(hostOf(url)) : error;
          failedConnections.add(problem);
          callback(problem);
        });
      this.connect = connectAndNote as typeof this.connect;
    }
  }
  const options: PoolOptions = {
    ...settings,
    options: `${hosts.options} ${settings.options ?? ''}`.trim(),
    Client: HostClient,
    onConnect: (client) => hosts.admit(client, hostOfClient.get(client) ?? '', log, mayBePooled),
  };
  const pool = new pg.Pool(options);
  if (hosts.urls.length > 1 || mayBePooled) tryEveryHost(pool, hosts.urls.length);
  return pool;
}

function withoutSettings(config: pg.ClientConfig): pg.ClientConfig {
  const refused = ['options', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  return Object.fromEntries(Object.entries(config).filter(([name]) => !refused.includes(name)));
}

/** A caller gets an error only after every host was tried. */
function tryEveryHost(pool: pg.Pool, hostCount: number): void {
  const connectOnce = pool.connect.bind(pool) as (callback: Connected) => void;
  const connect = (callback: Connected, attempt = 1): void =>
    connectOnce((error, client, release) => {
      if (error === undefined || error === null || !isFailedConnection(error))
        return callback(error, client, release);
      // A pooler that refused our settings is tried once more without them.
      const isRefused = causesOf(error).some(refusesSettings);
      if (attempt >= hostCount + (isRefused ? 1 : 0)) return callback(error, client, release);
      connect(callback, attempt + 1);
    });
  const connectAny = (callback?: Connected) => {
    if (callback !== undefined) return connect(callback);
    return new Promise<pg.PoolClient | undefined>((resolve, reject) =>
      connect((error, client) => (client === undefined ? reject(error) : resolve(client))),
    );
  };
  pool.connect = connectAny as typeof pool.connect;
}

function isFailedConnection(error: Error): boolean {
  return (
    causesOf(error).some((cause) => failedConnections.has(cause)) ||
    refusedServers.has((error as NodeJS.ErrnoException).code ?? '')
  );
}

/** pg-pool wraps the error after its timeout. */
function causesOf(error: Error): object[] {
  return [error, error.cause].filter((cause) => typeof cause === 'object' && cause !== null);
}
