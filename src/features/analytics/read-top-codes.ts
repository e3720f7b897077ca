import { type MomentRange, scansWithin } from '#core/analytics/local-series.ts';
import { utcParts } from '#core/analytics/utc-parts.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { readFromSource } from './analytics-source.ts';
import { pairsOf } from './read-totals.ts';
import { listCodeSlots, listCodeTotals, listNames, listNewestCodes } from './top-code-queries.ts';

/** Of each status. More would take longer than people wait. */
const examinedMax = 2_000;

export interface TopCode {
  qrId: string;
  label: string;
  scans: number;
}

/** The most scanned codes of a project in a range, those with a scan. Of a large project, only the newest codes are compared. */
export function readTopCodes(
  db: Db,
  ledgers: LedgerDatabases,
  projectId: string,
  range: MomentRange,
  limit: number,
): Promise<{ codes: TopCode[]; isWhole: boolean }> {
  return readFromSource(db, ledgers, projectId, async ({ tx, openOfCodes }) => {
    const { qrIds, isWhole } = await listNewestCodes(tx, projectId, examinedMax);
    const scansOf = new Map(qrIds.map((qrId) => [qrId, 0]));
    const add = (qrId: string, scans: number) => {
      const known = scansOf.get(qrId);
      if (known !== undefined) scansOf.set(qrId, known + scans);
    };
    const parts = utcParts(range.fromMs, range.untilMs);
    for (const { qr_id: qrId, scans } of await listCodeTotals(tx, qrIds, parts)) add(qrId, scans);
    for (const { qr_id: qrId, ...counts } of await listCodeSlots(tx, qrIds, parts.partialDays))
      add(qrId, scansWithin(counts, range));
    for (const tally of openOfCodes)
      if (tally.dimension === 'total')
        add(tally.subjectId, scansWithin({ day: tally.day, slots: pairsOf(tally) }, range));
    const most = [...scansOf]
      .filter(([, scans]) => scans > 0)
      .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
      .slice(0, limit);
    const names = await listNames(
      tx,
      most.map(([qrId]) => qrId),
    );
    const labelOf = new Map(names.map(({ qr_id: qrId, label }) => [qrId, label]));
    return {
      codes: most.map(([qrId, scans]) => ({ qrId, label: labelOf.get(qrId) ?? '', scans })),
      isWhole,
    };
  });
}
