import type pg from 'pg';
import type { ReportReason } from './report-words.ts';

export interface NewReport {
  reportId: string;
  slug: string;
  reason: ReportReason;
  details: string;
  contact: string | null;
}

export async function insertReport(pool: pg.Pool, report: NewReport): Promise<void> {
  await pool.query(
    'insert into abuse_reports (report_id, slug, reason, details, contact) values ($1, $2, $3, $4, $5)',
    [report.reportId, report.slug, report.reason, report.details, report.contact],
  );
}

export interface ReportStatus {
  state: 'open' | 'closed' | 'blocked';
  note: string | null;
}

export async function findReport(pool: pg.Pool, reportId: string): Promise<ReportStatus | undefined> {
  const { rows } = await pool.query<ReportStatus>(
    'select state, note from abuse_reports where report_id = $1',
    [reportId],
  );
  return rows[0];
}
