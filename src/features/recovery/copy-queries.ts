import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import { insertRenderJobs } from '../qr-codes/render-job-queries.ts';

type Row = Record<string, unknown>;

export interface CopiedCode extends Row {
  qr_id: string;
  project_id: string;
  reserved_slug: string;
}

export async function findAccountRow(db: Db, accountId: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select plan, time_zone, api_access, limit_overrides, suspended_at, suspended_reason, erased_at
    from accounts where account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** Decisions of the operator since the backup was taken. */
export async function listBlockedCodes(db: Db, qrIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ qr_id: string; blocked_by: string }>`
    select qr_id, blocked_by from qr_codes where qr_id = any(${qrIds}::uuid[]) and status = 'blocked'`.execute(
    db,
  );
  return new Map(rows.map(({ qr_id, blocked_by }) => [qr_id, blocked_by]));
}

/** Codes that an interrupted copy has already created. */
export async function listPresentCodes(db: Db, qrIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ qr_id: string }>`
    select qr_id from qr_codes where qr_id = any(${qrIds}::uuid[])`.execute(db);
  return new Set(rows.map(({ qr_id }) => qr_id));
}

export async function insertCopiedAccount(
  tx: Tx,
  account: { accountId: string; email: string; row: Row },
): Promise<void> {
  const { accountId, email, row } = account;
  await sql`insert into accounts (account_id, email, plan, time_zone, api_access, limit_overrides, suspended_at, suspended_reason)
    values (${accountId}, ${email}, ${row['plan']}, ${row['time_zone']}, ${row['api_access']},
      ${JSON.stringify(row['limit_overrides'])}::jsonb, ${row['suspended_at']}, ${row['suspended_reason']})`.execute(
    tx,
  );
}

export async function listProjectRows(db: Db, accountId: string, projectId: string | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select project_id, name, description, is_default, is_archived, created_via, created_at from projects
    where account_id = ${accountId} and (${projectId}::uuid is null or project_id = ${projectId})`.execute(
    db,
  );
  return rows;
}

export async function insertCopiedProjects(tx: Tx, accountId: string, projects: Row[]): Promise<void> {
  await sql`insert into projects (project_id, account_id, name, description, is_default, is_archived, created_via, created_at)
    select project_id, ${accountId}, name, description, is_default, is_archived, created_via, created_at
    from jsonb_to_recordset(${JSON.stringify(projects)}::jsonb)
      as p (project_id uuid, name text, description text, is_default boolean, is_archived boolean, created_via text, created_at timestamptz)
    on conflict do nothing`.execute(tx);
}

export async function listTemplateRows(db: Db, accountId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select name, design, created_at from style_templates where account_id = ${accountId}`.execute(db);
  return rows;
}

export async function insertCopiedTemplates(tx: Tx, accountId: string, templates: Row[]): Promise<void> {
  await sql`insert into style_templates (template_id, account_id, name, design, created_at)
    select gen_random_uuid(), ${accountId}, name, design, created_at
    from jsonb_to_recordset(${JSON.stringify(templates)}::jsonb) as t (name text, design jsonb, created_at timestamptz)
    on conflict do nothing`.execute(tx);
}

/** Codes with their scan state, one page at a time. */
export async function listCodeRows(
  db: Db,
  projectIds: string[],
  after: string,
  rowsMax: number,
): Promise<CopiedCode[]> {
  const { rows } = await sql<CopiedCode>`
    select c.qr_id, c.project_id, c.label, c.type, c.status, c.blocked_by, c.redirect_url, c.qr_data, c.redirect_rules, c.analytics_enabled,
      -- A backup may be older than these columns.
      coalesce(to_jsonb(c) -> 'tags', '[]') as tags, coalesce(to_jsonb(c) -> 'forwarded_params', '[]') as forwarded_params,
      c.render_metadata, c.reserved_slug, c.created_at, s.scan_count + coalesce(open.scans, 0) as scan_count, s.scan_limit, s.expires_at
    from qr_codes c join scan_state s using (qr_id) left join open_counts open using (qr_id)
    where c.project_id = any(${projectIds}::uuid[]) and c.qr_id > ${after} order by c.qr_id limit ${rowsMax}`.execute(
    db,
  );
  return rows;
}

/** Which of these slugs are free and were never used. */
export async function listFreeSlugs(db: Db, slugs: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select wanted.slug from unnest(${slugs}::text[]) as wanted (slug)
    where not exists (select from qr_codes where reserved_slug = wanted.slug)
      and not exists (select from erased_slugs where erased_slugs.slug = wanted.slug)`.execute(db);
  return new Set(rows.map(({ slug }) => slug));
}

/**
 * As new codes whose images are rendered again, after those of everybody else. Current knowledge decides about their destinations.
 * @param urgent codes with printed links, which don't work until their image is rendered.
 */
export async function insertCopiedCodes(
  tx: Tx,
  accountId: string,
  codes: CopiedCode[],
  urgent: string[],
): Promise<void> {
  const rows = JSON.stringify(codes);
  await sql`with given as (
      select * from jsonb_to_recordset(${rows}::jsonb) as c (qr_id uuid, project_id uuid, label text, type text, status text,
        blocked_by text, redirect_url text, qr_data jsonb, redirect_rules jsonb, analytics_enabled boolean, render_metadata jsonb,
        reserved_slug text, tags text[], forwarded_params text[], created_at timestamptz, scan_count bigint, scan_limit integer, expires_at timestamptz)),
    codes as (
      insert into qr_codes (qr_id, account_id, project_id, label, type, status, blocked_by, redirect_url, qr_data, redirect_rules,
        analytics_enabled, render_metadata, reserved_slug, tags, forwarded_params, created_at, render_requested_at)
      select qr_id, ${accountId}, project_id, label, type, status, blocked_by, redirect_url, qr_data, redirect_rules,
        analytics_enabled, render_metadata, reserved_slug, tags, forwarded_params, created_at, now() from given)
    insert into scan_state (qr_id, status, scan_count, scan_limit, expires_at, is_numbered)
    select qr_id, status, scan_count, scan_limit, expires_at, needs_numbers(redirect_rules) from given`.execute(
    tx,
  );
  const qrIds = codes.map(({ qr_id }) => qr_id);
  await sql`select settle_code_safety(qr_id) from unnest(${qrIds}::uuid[]) qr_id`.execute(tx);
  const isUrgent = new Set(urgent);
  await insertRenderJobs(
    tx,
    qrIds.map((qrId) => ({ qr_id: qrId, generation: 1, priority: isUrgent.has(qrId) ? 5 : 10 })),
  );
}

type RollUpTable = 'scan_days' | 'scan_months';
const rollUpKeys = {
  scan_days: {
    columns: 'scans, slots, visitors',
    types: 'scans integer, slots integer[], visitors integer',
    period: 'day',
  },
  scan_months: { columns: 'scans', types: 'scans bigint', period: 'month' },
};

export interface RollUpPlace {
  subject_id: string;
  dimension: string;
  period: string;
  value: string;
}

/** The analytics of one subject, one page at a time. */
export async function listRollUpRows(
  db: Db,
  table: RollUpTable,
  subjectId: string,
  after: RollUpPlace | null,
  rowsMax: number,
): Promise<(Row & RollUpPlace)[]> {
  const { columns, period } = rollUpKeys[table];
  const { rows } = await sql<Row & RollUpPlace>`
    select subject_id, dimension, ${sql.raw(period)}::text as period, value, ${sql.raw(columns)} from ${sql.raw(table)}
    where subject_id = ${subjectId}
      and (dimension, ${sql.raw(period)}, value) > (${after?.dimension ?? ''}, ${after?.period ?? '0001-01-01'}::date, ${after?.value ?? ''})
    order by dimension, ${sql.raw(period)}, value limit ${rowsMax}`.execute(db);
  return rows;
}

export async function insertRollUpRows(
  db: Db,
  table: RollUpTable,
  subjectId: string,
  rows: Row[],
): Promise<void> {
  const { columns, types, period } = rollUpKeys[table];
  await sql`insert into ${sql.raw(table)} (subject_id, dimension, ${sql.raw(period)}, value, ${sql.raw(columns)})
    select ${subjectId}, dimension, period, value, ${sql.raw(columns)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (dimension text, period date, value text, ${sql.raw(types)})
    on conflict do nothing`.execute(db);
}
