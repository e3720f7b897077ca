import { openPostgresClient } from './open-postgres-client.ts';

const roles = ['waypost_api', 'waypost_scan', 'waypost_worker'];

/** Grants privileges to the roles of the processes, if the operator has created them. Returns whether there are any. */
export async function grantToRoles(url: string, grants: string): Promise<boolean> {
  const client = await openPostgresClient(url, { application_name: 'waypost-migrate' });
  try {
    const { rows } = await client.query('select from pg_roles where rolname = any($1)', [roles]);
    if (rows.length < roles.length) return false;
    await client.query('begin');
    await client.query(grants);
    await client.query('commit');
    return true;
  } finally {
    await client.end();
  }
}
