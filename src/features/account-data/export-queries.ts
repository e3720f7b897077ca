import { sql } from 'kysely';
import { firstId } from '#core/first-id.ts';
import { type LedgerBatch, readBatch, type ScanFacts } from '#core/ledger-record.ts';
import type { Db } from '../database.ts';
import { projectRoles } from '../sign-in/membership-queries.ts';
import { type LedgerPlace, listOwnCodes } from './own-code-queries.ts';

type Row = Record<string, unknown>;

/** Small tables as a whole, without secrets (hashes, tokens, passwords). */
export async function listSmallTables(db: Db, accountId: string): Promise<Record<string, Row[]>> {
  const read = async (query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows;
  return {
    account:
      await read(sql`select account_id, email, plan, time_zone, limit_overrides, api_access, created_at, updated_at,
      suspended_at, suspended_reason, erase_at from accounts where account_id = ${accountId}`),
    members:
      // Sessions and passkeys of the only member. Where others are members, they are nobody else's data.
      await read(sql`select auth_users.id as user_id, name, email, email_verified, two_factor_enabled, created_at, role, joined_at,
      ${projectRoles} as projects,
      array(select json_build_object('created_at', created_at, 'expires_at', expires_at, 'ip_address', ip_address, 'user_agent', user_agent)
        from auth_sessions where auth_sessions.user_id = auth_users.id and alone) as sessions,
      array(select json_build_object('name', name, 'created_at', created_at) from auth_passkeys
        where auth_passkeys.user_id = auth_users.id and alone) as passkeys
      from account_users member join auth_users on auth_users.id = user_id,
        lateral (select count(*) = 1 as alone from account_users others where others.account_id = member.account_id) counted
      where account_id = ${accountId}`),
    invitations:
      await read(sql`select invitation_id, email, role, projects, created_at, expires_at from invitations
      where account_id = ${accountId} order by created_at`),
    'api-keys':
      await read(sql`select key_id, kind, name, display_prefix, scope, scopes, has_all_projects, expires_at, created_at, revoked_at,
        last_used_at, array(select project_id from key_projects where key_projects.key_id = api_keys.key_id) as projects from api_keys
      where account_id = ${accountId} order by created_at`),
    domains:
      await read(sql`select domain_id, project_id, host, state, root_url, created_at, verified_at, lapsed_at from domains
      where account_id = ${accountId} order by created_at`),
    pages:
      await read(sql`select project_id, display_name, color, encode(logo, 'base64') as logo_png, fallback_url from scan_pages
      where account_id = ${accountId} order by project_id`),
    reports: await read(sql`select user_id, cadence, next_at, created_at from report_subscriptions
      where account_id = ${accountId} order by created_at`),
    'single-sign-on':
      await read(sql`select issuer, client_id, mail_domain, verified_at, is_enforced, groups_claim, group_roles, default_role
      from sso_connections where account_id = ${accountId}`),
    'webhook-endpoints':
      await read(sql`select endpoint_id, url, description, types, project_id, qr_ids, is_enabled, disabled_reason, created_at, updated_at
      from webhook_endpoints where account_id = ${accountId} order by created_at`),
    folders: await read(sql`select folder_id, project_id, name, created_at, updated_at from folders
      where account_id = ${accountId} order by created_at`),
    'saved-views': await read(sql`select view_id, user_id, name, filter, created_at from saved_views
      where account_id = ${accountId} order by created_at`),
    'style-templates': await read(sql`select template_id, name, design, created_at from style_templates
      where account_id = ${accountId} order by created_at`),
  };
}

/** Events, or deliveries to endpoints, for as long as they are kept. */
export async function listLogAfter(
  db: Db,
  accountId: string,
  log: 'events' | 'webhook-deliveries',
  after: string,
  limit: number,
): Promise<(Row & { id: string })[]> {
  const source =
    log === 'events'
      ? sql`select event_id as id, type, project_id, qr_id, subject, previous, actor_kind, actor_id, created_at from events
          where event_id > ${after}::uuid`
      : sql`select delivery_id as id, endpoint_id, event_id, type, status, attempts, attempted_at, duration_ms, response_status,
          response_start, error, created_at from webhook_deliveries where delivery_id > ${after}::uuid`;
  const { rows } = await sql<Row & { id: string }>`
    ${source} and account_id = ${accountId} order by id limit ${limit}`.execute(db);
  return rows;
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
  scan_count: number;
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
    select code.qr_id, project_id, label, type, code.status, redirect_url, qr_data, redirect_rules, forwarded_params, tags, folder_id, scan_limit, expires_at, scan_count + coalesce(open.scans, 0) as scan_count,
      analytics_enabled, render_metadata as design, reserved_slug as slug, is_slug_public, svg_file, png_file, created_at, updated_at,
      (select json_build_object('destination', watches_destination, 'standby_url', standby_url, 'scans', watches_scans) from watches
        where watches.qr_id = code.qr_id) as watch
    from qr_codes code join scan_state state on state.qr_id = code.qr_id left join open_counts open on open.qr_id = code.qr_id
    where account_id = ${accountId} and code.qr_id > ${after}::uuid order by code.qr_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

const changeColumns = sql.raw(
  `change_id, project_id, actor_kind, actor_id, via, changed_at, operation, before, after`,
);

export type HistoryPart =
  | { qrIds: string[] }
  | { projectIds: string[] }
  | { accountId: string }
  | { bulkOf: string }
  | { plannedBy: string };

/** History of codes, projects, the rest of the account, or its bulk changes, one page at a time, in order. */
export async function listHistoryAfter(
  db: Db,
  part: HistoryPart,
  after: string,
  limit: number,
): Promise<(Row & { change_id: string })[]> {
  const page = sql`change_id > ${after}::uuid order by change_id limit ${limit}`;
  const ofCodes = sql`select ${changeColumns}, qr_id, bulk_id, first_scan_number from code_history where`;
  const query =
    'qrIds' in part
      ? sql`${ofCodes} qr_id = any(${part.qrIds}::uuid[]) and ${page}`
      : 'projectIds' in part
        ? sql`${ofCodes} project_id = any(${part.projectIds}::uuid[]) and qr_id is null and ${page}`
        : 'accountId' in part
          ? sql`select ${changeColumns}, subject, subject_id from account_history where account_id = ${part.accountId} and ${page}`
          : 'plannedBy' in part
            ? sql`select plan_id as change_id, actor_kind, actor_id, label, change, qr_ids, apply_at, failures, created_at, cancelled_at, finished_at
              from planned_changes where account_id = ${part.plannedBy} and plan_id > ${after}::uuid order by plan_id limit ${limit}`
            : sql`select bulk_id as change_id, user_id, change, reverts_id, qr_ids, failures, created_at, finished_at from bulk_changes
              where account_id = ${part.bulkOf} and bulk_id > ${after}::uuid order by bulk_id limit ${limit}`;
  const { rows } = await sql<Row & { change_id: string }>`${query}`.execute(db);
  return rows;
}

/** Scans per day of the given codes or projects, by every stored dimension. */
export async function listDays(db: Db, subjectIds: string[]): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select subject_id, dimension, to_char(day, 'YYYY-MM-DD') as day, value, scans, visitors from scan_days
    where subject_id = any(${subjectIds}::uuid[]) order by subject_id, day, dimension, value`.execute(db);
  return rows;
}

/**
 * Individual scans of the next batches of a ledger, as long as it keeps them.
 * @param ledger the server of the batches.
 */
export async function listScansAfter(
  db: Db,
  ledger: Db,
  accountId: string,
  after: LedgerPlace | null,
  limit: number,
): Promise<{ place: LedgerPlace | null; scans: Row[] }> {
  const { rows } = await sql<LedgerPlace & LedgerBatch>`
    select to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id, qr_ids, grants, events from scan_batches
    where (recorded_on, batch_id) > (${after?.recorded_on ?? '-infinity'}::date, ${after?.batch_id ?? firstId}::uuid)
    order by scan_batches.recorded_on, batch_id limit ${limit}`.execute(ledger);
  const own = new Set(
    await listOwnCodes(
      db,
      accountId,
      rows.flatMap(({ qr_ids }) => qr_ids),
    ),
  );
  const scans = rows.flatMap((batch) => [...readBatch(batch)].filter(([qrId]) => own.has(qrId)));
  return { place: rows.at(-1) ?? null, scans: scans.map(([qrId, facts]) => scanRow(qrId, facts)) };
}

function scanRow(qrId: string, facts: ScanFacts): Row {
  const { scannedAtMs, country, device, browser, system, referrerHost, visitor, language } = facts;
  return {
    qr_id: qrId,
    scanned_at: new Date(scannedAtMs),
    country,
    device,
    browser,
    system,
    referrer_host: referrerHost,
    visitor,
    language,
  };
}
