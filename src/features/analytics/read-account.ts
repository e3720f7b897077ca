import { dayMs } from '#core/analytics/dimension.ts';
import type { MomentRange, SeriesUnit } from '#core/analytics/local-series.ts';
import { scansWithin } from '#core/analytics/local-series.ts';
import { localTrend, zonedTimestamp } from '#core/analytics/local-trend.ts';
import { previousRange } from '#core/analytics/previous-range.ts';
import { utcParts } from '#core/analytics/utc-parts.ts';
import type { Db, Tx } from '../database.ts';
import { listReportedProjects, listSummedDays } from './account-queries.ts';
import { dayOf } from './read-totals.ts';
import { listCodeSlots, listCodeTotals } from './top-code-queries.ts';

/** More would take longer than people wait: projects, and rows of a project and a day. */
const projectsMax = 500;
const rowsMax = 60_000;

export interface AccountQuestion extends MomentRange {
  accountId: string;
  /** Null: all. */
  projectIds: string[] | null;
  timeZone: string;
  unit: SeriesUnit;
  /** Without it, as many days or months before. */
  previous?: MomentRange;
}

export interface AccountAnalytics {
  scans: number;
  previousScans: number;
  points: { at: string; scans: number }[];
  previousPoints: { at: string; scans: number }[];
  /** Most scans first. */
  projects: { projectId: string; name: string; isArchived: boolean; scans: number; previousScans: number }[];
  /** False: only the newest projects are included. */
  isWhole: boolean;
}

/** Scans of all projects of an account, as far as they are rolled up: usually some seconds behind. */
export function readAccount(db: Db, question: AccountQuestion): Promise<AccountAnalytics> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readAll(tx, question));
}

async function readAll(tx: Tx, question: AccountQuestion): Promise<AccountAnalytics> {
  const { accountId, projectIds, timeZone, unit } = question;
  const before = {
    ...question,
    ...(question.previous ?? previousRange(question, timeZone, unit)),
  };
  const daysRead = Math.ceil((question.untilMs - before.fromMs) / dayMs) + 1;
  const limit = Math.min(projectsMax, Math.max(1, Math.floor(rowsMax / daysRead)));
  const { projects, isWhole } = await listReportedProjects(tx, accountId, projectIds, limit);
  const ids = projects.map(({ project_id }) => project_id);
  const days = await listSummedDays(tx, ids, dayOf(before.fromMs), dayOf(question.untilMs));
  const [present, past] = [await scansOf(tx, ids, question), await scansOf(tx, ids, before)];
  const total = (range: MomentRange) => days.reduce((sum, counts) => sum + scansWithin(counts, range), 0);
  const pointsOf = (range: AccountQuestion) =>
    localTrend(days, range).map(({ startMs, scans }) => ({ at: zonedTimestamp(startMs, timeZone), scans }));
  return {
    scans: total(question),
    previousScans: total(before),
    points: pointsOf(question),
    previousPoints: pointsOf(before),
    projects: projects
      .map(({ project_id: projectId, name, is_archived: isArchived }) => ({
        projectId,
        name,
        isArchived,
        scans: present.get(projectId) ?? 0,
        previousScans: past.get(projectId) ?? 0,
      }))
      .sort((a, b) => b.scans - a.scans || a.name.localeCompare(b.name)),
    isWhole,
  };
}

/** Of each project in a range. */
async function scansOf(
  tx: Tx,
  ids: string[],
  { fromMs, untilMs }: MomentRange,
): Promise<Map<string, number>> {
  const parts = utcParts(fromMs, untilMs);
  const found = new Map<string, number>();
  const add = (id: string, scans: number) => found.set(id, (found.get(id) ?? 0) + scans);
  // The roll-ups of projects and codes have the same form.
  for (const { qr_id: id, scans } of await listCodeTotals(tx, ids, parts)) add(id, scans);
  for (const { qr_id: id, ...counts } of await listCodeSlots(tx, ids, parts.partialDays))
    add(id, scansWithin(counts, { fromMs, untilMs }));
  return found;
}
