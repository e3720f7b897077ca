import type pg from 'pg';

const mark = 'waypost.session';
/** A setting that is sent with every connection. A pooler refuses or drops it, which tells us that it is a pooler. */
export const sessionMark: Record<string, string> = { [mark]: 'own' };
/** SQL: whether this connection reached PostgreSQL directly. */
export const isOwnSession = `coalesce(current_setting('${mark}', true) = 'own', false)`;

export function sessionOptions(settings: Record<string, string>): string {
  return Object.entries({ ...settings, ...sessionMark })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Whether a connection failed because of its settings, as with PgBouncer. */
export function refusesSettings(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return code === '08P01' && /unsupported startup parameter/.test(message ?? '');
}

export class PoolerError extends Error {
  readonly code = 'WAYPOST_POOLER';
}

export function needsOwnSession(host: string): PoolerError {
  return new PoolerError(
    `${host} is a pooler. Only the API can use a pooler. Set DATABASE_DIRECT_URL to PostgreSQL itself`,
  );
}

/** A pooler accepts no settings per connection, so the role must have the timeouts. */
export async function requireBoundedSession(client: pg.ClientBase, host: string): Promise<void> {
  const { rows } = await client.query<{ role: string; missing: string[] }>(
    `select current_user as role, array(
       select name from pg_settings
       where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
         or name = 'TimeZone' and setting not in ('UTC', 'Etc/UTC', 'GMT')
       order by name) as missing`,
  );
  const [row] = rows;
  if (row === undefined || row.missing.length === 0) return;
  const changes = row.missing.map(
    (name) => `alter role "${row.role}" set ${name} = '${roleSettings[name]}';`,
  );
  throw new PoolerError(
    `${host} is a pooler, and the role lacks ${row.missing.join(', ')}. As an administrator: ${changes.join(' ')} Then reconnect the pooler`,
  );
}

/** The timeouts of the API, for a role whose connections go through a pooler (docs/high-availability.md). */
export const roleSettings: Record<string, string> = {
  TimeZone: 'UTC',
  statement_timeout: '8s',
  lock_timeout: '4s',
  idle_in_transaction_session_timeout: '10s',
};
