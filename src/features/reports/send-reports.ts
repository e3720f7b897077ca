import { dueEnd, nextPeriodEnd } from '#core/analytics/report-period.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Db } from '../database.ts';
import { enqueueBulkMail, type MailOffice } from '../mails/enqueue-mail.ts';
import type { RenderPool } from '../rendering/render-pool.ts';
import { claimReport, type DueReport, listDueReports } from './report-queries.ts';
import { writeReport } from './write-report.ts';

/** By then, all scans of the period are rolled up, and people are about to read their mail. */
const waitHours = 6;
const atOnce = 200;
const hourMs = 3_600_000;

interface Tools {
  office: Pick<MailOffice, 'secrets'>;
  pool: Pick<RenderPool, 'run'>;
  dashboardUrl: string;
  clock: Clock;
  log: Log;
}

/**
 * Sends the reports that are due. A mail is enqueued in the transaction that sets the time of the next report, so none is sent twice. One
 * that fails delays no other; the next run tries it again.
 */
export async function sendReports(db: Db, tools: Tools, signal: AbortSignal): Promise<number> {
  let sent = 0;
  for (const due of await listDueReports(db, { waitHours, limit: atOnce })) {
    if (signal.aborted) break;
    try {
      if (await sendReport(db, due, tools)) sent += 1;
    } catch (error) {
      tools.log.error({ err: error, account_id: due.account_id }, 'a report could not be sent');
    }
  }
  return sent;
}

async function sendReport(db: Db, due: DueReport, tools: Tools): Promise<boolean> {
  const nowMs = tools.clock.nowMs();
  const { cadence, time_zone: timeZone } = due;
  const endMs = dueEnd(cadence, timeZone, due.next_at.getTime());
  // The account has moved to a time zone where the period is not over yet.
  const isEarly = endMs > nowMs - waitHours * hourMs;
  const mail =
    isEarly || due.is_ended ? null : await writeReport(db, { ...due, next_at: new Date(endMs) }, tools);
  const nextAt = new Date(isEarly ? endMs : nextPeriodEnd(cadence, timeZone, nowMs));
  return db.transaction().execute(async (tx) => {
    if (!(await claimReport(tx, due, nextAt)) || mail === null) return false;
    await enqueueBulkMail(tx, tools.office, mail);
    return true;
  });
}
