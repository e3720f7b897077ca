import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface AbuseReportRow {
  report_id: string;
  slug: string;
  qr_id: string | null;
  account_id: string | null;
  reason: string;
  details: string;
  contact: string | null;
  state: 'open' | 'closed' | 'blocked';
  note: string | null;
  reported_at: Date;
}

export async function listReports(db: Db, isAll: boolean, limit: number): Promise<AbuseReportRow[]> {
  const { rows } = await sql<AbuseReportRow>`
    select report_id, slug, qr_id, account_id, reason, details, contact, state, note, reported_at
    from abuse_reports left join qr_codes on reserved_slug = slug
    where ${isAll} or state = 'open' order by reported_at desc limit ${limit}`.execute(db);
  return rows;
}

export async function findReport(db: Db, reportId: string): Promise<AbuseReportRow | undefined> {
  const { rows } = await sql<AbuseReportRow>`
    select report_id, slug, qr_id, account_id, reason, details, contact, state, note, reported_at
    from abuse_reports left join qr_codes on reserved_slug = slug where report_id = ${reportId}`.execute(db);
  return rows[0];
}

/** Together with all other open reports about the same code. Returns how many there were. */
export async function updateReportsClosed(
  db: Db,
  slug: string,
  state: 'closed' | 'blocked',
  note: string | null,
): Promise<number> {
  const { numAffectedRows } =
    await sql`update abuse_reports set state = ${state}, note = ${note}, closed_at = now()
    where slug = ${slug} and state = 'open'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function countOpenReports(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from abuse_reports where state = 'open' limit 10000) open`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The reporter's address is removed 30 days after the report was closed, the report itself after a year. */
export async function deleteOldReports(db: Db): Promise<void> {
  await sql`update abuse_reports set contact = null where closed_at < now() - interval '30 days' and contact is not null`.execute(
    db,
  );
  await sql`delete from abuse_reports where closed_at < now() - interval '365 days'`.execute(db);
}
