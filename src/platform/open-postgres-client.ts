import pg from 'pg';
import { type Log, silentLog } from './log.ts';
import { hostOf, postgresHosts } from './postgres-hosts.ts';
import { needsOwnSession, refusesSettings, sessionOptions } from './postgres-session.ts';

/** Removes the timeouts of the role, which are meant for connections through a pooler. */
const unbounded = { statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '0' };

/** A connection outside of any pool, to the first usable host. */
export async function openPostgresClient(
  url: string,
  config: pg.ClientConfig,
  log: Log = silentLog,
): Promise<pg.Client> {
  const hosts = postgresHosts(url);
  let problem: unknown;
  for (let attempt = 0; attempt < hosts.urls.length; attempt++) {
    const host = hosts.current;
    const client = new pg.Client({
      options: `${hosts.options} ${sessionOptions(unbounded)}`.trim(),
      ...config,
      connectionString: host,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await hosts.admit(client, host, log);
      return client;
    } catch (error) {
      problem = refusesSettings(error) ? needsOwnSession(hostOf(host)) : error;
      hosts.failed(host);
      void client.end().catch(() => {});
    }
  }
  throw problem;
}
