import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { firstId } from '../url-safety/rescan/first-id.ts';

type Row = Record<string, unknown>;

/** Small tables, whole. What is secret (hashes, tokens, passwords) is not in them. */
export async function listSmallTables(db: Db, accountId: string): Promise<Record<string, Row[]>> {
  const read = async (query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows;
  return {
    account:
      await read(sql`select account_id, email, plan, time_zone, limit_overrides, api_access, created_at, updated_at,
      suspended_at, suspended_reason, erase_at from accounts where account_id = ${accountId}`),
    members:
      await read(sql`select auth_users.id as user_id, name, email, email_verified, two_factor_enabled, created_at,
      array(select json_build_object('created_at', created_at, 'expires_at', expires_at, 'ip_address', ip_address, 'user_agent', user_agent)
        from auth_sessions where auth_sessions.user_id = auth_users.id) as sessions,
      array(select json_build_object('name', name, 'created_at', created_at) from auth_passkeys
        where auth_passkeys.user_id = auth_users.id) as passkeys
      from account_users join auth_users on auth_users.id = user_id where account_id = ${accountId}`),
    'api-keys':
      await read(sql`select key_id, name, display_prefix, scope, created_at, revoked_at, last_used_at from api_keys
      where account_id = ${accountId} order by created_at`),
    domains:
      await read(sql`select domain_id, project_id, host, state, root_url, created_at, verified_at, lapsed_at from domains
      where account_id = ${accountId} order by created_at`),
    'style-templates': await read(sql`select template_id, name, design, created_at from style_templates
      where account_id = ${accountId} order by created_at`),
  };
}

export async function listProjectsAfter(
  db: Db,
  accountId: string,
  after: string,
  limit: number,
): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select project_id, name, description, is_default, is_archived, created_via, created_at, updated_at
    from projects where account_id = ${accountId} and project_id > ${after}::uuid order by project_id limit ${limit}`.execute(
      db,
    );
  return rows;
}

export interface ExportedCode extends Row {
  qr_id: string;
  svg_file: string | null;
  png_file: string | null;
}

export async function listCodesAfter(
  db: Db,
  accountId: string,
  after: string,
  limit: number,
): Promise<ExportedCode[]> {
  const { rows } = await sql<ExportedCode>`
    select code.qr_id, project_id, label, type, code.status, redirect_url, qr_data, redirect_rules, scan_limit, expires_at, scan_count + coalesce(open.scans, 0) as scan_count,
      analytics_enabled, render_metadata as design, reserved_slug as slug, is_slug_public, svg_file, png_file, created_at, updated_at
    from qr_codes code join scan_state state on state.qr_id = code.qr_id left join open_counts open on open.qr_id = code.qr_id
    where account_id = ${accountId} and code.qr_id > ${after}::uuid order by code.qr_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Scans per day of the given codes or projects, by every dimension that is kept. */
export async function listDays(db: Db, subjectIds: string[]): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select subject_id, dimension, to_char(day, 'YYYY-MM-DD') as day, value, scans, visitors from scan_days
    where subject_id = any(${subjectIds}::uuid[]) order by subject_id, day, dimension, value`.execute(db);
  return rows;
}

/** Single scans of the next batches of the ledger, for as long as it keeps them. */
export async function listScansAfter(
  db: Db,
  accountId: string,
  after: { recorded_on: string; batch_id: string } | null,
  limit: number,
): Promise<{ place: { recorded_on: string; batch_id: string } | null; scans: Row[] }> {
  const { rows } = await sql<{ recorded_on: string; batch_id: string; scans: Row[] }>`
    with chunk as materialized (
      select recorded_on, batch_id, qr_ids, grants, events from scan_batches
      where (recorded_on, batch_id) > (${after?.recorded_on ?? '-infinity'}::date,
        ${after?.batch_id ?? firstId}::uuid)
      order by recorded_on, batch_id limit ${limit})
    select to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id, coalesce((
      select json_agg(json_build_object('qr_id', scan.qr_id, 'scanned_at', scan.scanned_at, 'country', scan.country,
        'device', scan.device, 'browser', scan.browser, 'system', scan.system, 'referrer_host', scan.referrer_host,
        'visitor', scan.visitor))
      from ledger_events(qr_ids, grants, events) scan
      join qr_codes code on code.qr_id = scan.qr_id and code.account_id = ${accountId}), '[]') as scans
    from chunk order by chunk.recorded_on, chunk.batch_id`.execute(db);
  const last = rows.at(-1);
  return {
    place: last === undefined ? null : { recorded_on: last.recorded_on, batch_id: last.batch_id },
    scans: rows.flatMap(({ scans }) => scans),
  };
}
