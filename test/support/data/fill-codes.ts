import pg from 'pg';

const chunk = 500_000;

/**
 * Creates this many published codes, each scanned once, in the default project of an account, without triggers, which would notify and check
 * each one.
 */
export async function fillCodes(databaseUrl: string, accountId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fill' });
  await client.connect();
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'`,
  );
  const rebuild = await dropIndexes(client);
  for (let first = 0; first < count; first += chunk)
    await client.query(
      `with codes as (
         insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug, is_slug_public, last_rendered_at, render_status)
         select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, account_id, project_id, 'Code ' || n, 'url', 'https://example.com/' || n,
           'qr-' || translate(substr(md5(n::text), 1, 12), 'ilou', 'wxyz'), true, now(), 'done'
         from projects, generate_series($2::int, $3::int) n where account_id = $1 and is_default returning qr_id)
       insert into scan_state (qr_id, status, scan_count) select qr_id, 'active', 1 from codes`,
      [accountId, first, Math.min(count, first + chunk) - 1],
    );
  for (const statement of rebuild) await client.query(statement);
  for (const table of ['qr_codes', 'scan_state']) await client.query(`vacuum analyze ${table}`);
  // Otherwise PostgreSQL would write the rows to disk during the measurement.
  await client.query('checkpoint');
  await client.end();
}

/** Building an index takes a fraction of the time of single entries. Returns a function that builds them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('qr_codes'::regclass, 'scan_state'::regclass)
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
