import { sql } from 'kysely';
import { type DayTally, tallyScans } from '#core/analytics/tally-scans.ts';
import type { Db, Tx } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { listOpenElsewhere, listStillOpen, type OpenElsewhere } from './open-elsewhere.ts';
import { projectsAt } from './projects-at.ts';
import { findOldestOpenScan, listCodesOf, listOpenBatches, type OpenBatch } from './rollup-queries.ts';

/** Usually seconds of scans: those that are not rolled up yet. */
const openMax = { rows: 2_000, events: 20_000 };
/** How often a server may transfer something during the read. */
const triesMax = 5;

/** One snapshot of everything that is known about the scans of a code or project. */
export interface AnalyticsSource {
  tx: Tx;
  subjectId: string;
  /** Scans that are not rolled up yet. */
  open: DayTally[];
  /** The same of each of its codes. */
  openOfCodes: DayTally[];
  /** False if so much is not rolled up that it is left out, or a ledger server is away. */
  isComplete: boolean;
  /** The time of the oldest scan that is left out; null if it is unknown. */
  missingSinceMs: number | null;
}

/** This is the only reader of roll-ups, so that the storage can be replaced. */
export async function readFromSource<Result>(
  db: Db,
  ledgers: LedgerDatabases,
  subjectId: string,
  read: (source: AnalyticsSource) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    // The other servers first: later transfers are detected by their number.
    const elsewhere = await listOpenElsewhere(db, ledgers, subjectId, openMax);
    // From one snapshot: a batch is either open or rolled up.
    const result = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        // Starting parallel workers takes longer than these queries.
        await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
        const source = await openSource(tx, subjectId, elsewhere, attempt === triesMax);
        return source && { value: await read(source) };
      });
    if (result !== null) return result.value;
  }
}

/** Null if another server has transferred meanwhile what it reported as open. */
async function openSource(
  tx: Tx,
  subjectId: string,
  elsewhere: OpenElsewhere[] | null,
  isLastTry: boolean,
): Promise<AnalyticsSource | null> {
  const others = elsewhere === null ? [] : await listStillOpen(tx, elsewhere);
  if (others === null && !isLastTry) return null;
  const open = elsewhere === null || others === null ? null : await tallyOpen(tx, subjectId, others);
  if (open !== null) {
    const own = open.filter((tally) => tally.subjectId === subjectId);
    return { tx, subjectId, open: own, openOfCodes: open, isComplete: true, missingSinceMs: null };
  }
  // What a server that is away has counted is not known.
  const isAway = elsewhere === null || others === null;
  const missingSinceMs = isAway ? null : await findOldestOpenScan(tx);
  return { tx, subjectId, open: [], openOfCodes: [], isComplete: false, missingSinceMs };
}

/** Counted scans of a subject and its codes that are not rolled up yet; null if there are too many for a page to wait. */
async function tallyOpen(
  tx: Tx,
  subjectId: string,
  others: readonly OpenBatch[],
): Promise<DayTally[] | null> {
  const qrIds = await listCodesOf(tx, subjectId);
  if (qrIds === null) return null;
  const batches = await listOpenBatches(tx, qrIds, openMax);
  if (batches === null) return null;
  const projectAt = await projectsAt(tx, qrIds);
  return tallyScans([...batches, ...others], projectAt).days;
}
