import { Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { setQrCodeBlocked } from '../qr-codes/set-qr-code-blocked.ts';
import { findReport, updateReportsClosed } from './abuse-report-queries.ts';

/** Closes a report and all other open ones about the same code; with `blocked`, the code is blocked first. */
export async function closeReport(
  db: Db,
  reportId: string,
  state: 'closed' | 'blocked',
  note: string | null,
): Promise<{ slug: string; reports: number }> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reportId);
  const report = isId ? await findReport(db, reportId) : undefined;
  if (report === undefined) throw new Refusal('not_found', `There is no report ${reportId}.`);
  if (state === 'blocked') {
    if (report.qr_id === null) throw new Refusal('not_found', `There is no code ${report.slug}.`);
    await setQrCodeBlocked(db, report.qr_id, true);
  }
  return { slug: report.slug, reports: await updateReportsClosed(db, report.slug, state, note) };
}
