import { firstId } from '#core/first-id.ts';
import { nextScanState, type ScanState } from '#core/watch/next-scan-state.ts';
import { expectedScans, surgeScansMin } from '#core/watch/scan-baseline.ts';
import { dayBefore, lastScanMs, scansBetween } from '#core/watch/scan-times.ts';
import { weekHourIn } from '#core/watch/week-hour.ts';
import type { Clock } from '#platform/clock.ts';
import { findOldestOpenScan } from '../../analytics/rollup-queries.ts';
import type { Db, Tx } from '../../database.ts';
import type { LedgerDatabases } from '../../ledger-servers/ledger-databases.ts';
import { insertAlarms } from '../alarm-queries.ts';
import type { NewsTools } from '../tell-people.ts';
import {
  type BaselineRow,
  type DayScans,
  listBusy,
  listDayScans,
  listSilent,
  noteLook,
  updateScanState,
} from './baseline-queries.ts';
import { findMainNetwork } from './find-main-network.ts';
import { tellOfQuiet } from './tell-of-quiet.ts';
import { type Surge, tellOfSurge } from './tell-of-surge.ts';

interface AlarmTools extends NewsTools {
  clock: Pick<Clock, 'nowMs'>;
}

const hourMs = 3_600_000;
const codesAtOnce = 200;
const runMsMax = 50_000;
/** Scans reach the statistics within seconds. */
const settleMs = 180_000;
/** After an outage, scans from journals arrive first. */
const pauseMs = 900_000;

/** Looks for codes that are silent, or scanned far more often than usual. Returns how many alarms there were. */
export async function findScanAlarms(
  db: Db,
  ledgers: LedgerDatabases,
  tools: AlarmTools,
  signal: AbortSignal,
): Promise<number> {
  const knownMs = await knownThrough(db, ledgers, tools.clock.nowMs());
  if (knownMs === null) return 0;
  const endMs = performance.now() + runMsMax;
  const isOver = () => signal.aborted || performance.now() > endMs;
  let alarms = 0;
  const look = async (rows: BaselineRow[], isSureOfAll: boolean) => {
    const ids = rows.map(({ qr_id: id }) => id);
    const since = Math.min(knownMs, ...rows.map((row) => row.last_scan_at.getTime()));
    const days = Map.groupBy(await listDayScans(db, ids, dayBefore(since, 1)), ({ subject_id: id }) => id);
    for (const row of rows) {
      if (isOver()) return;
      alarms += await examine(db, ledgers, tools, row, days.get(row.qr_id) ?? [], {
        knownMs,
        isSure: isSureOfAll,
      });
    }
  };
  if (await isSure(db, tools.clock.nowMs()))
    for (
      let silent = await nextSilent(db, knownMs);
      silent.length > 0 && !isOver();
      silent = await nextSilent(db, knownMs)
    )
      await look(silent, true);
  for (let after: string | undefined = firstId; after !== undefined && !isOver(); ) {
    const busy = await listBusy(db, dayBefore(knownMs, 0), after, surgeScansMin, codesAtOnce);
    await look(busy, false);
    after = busy.at(-1)?.qr_id;
  }
  return alarms;
}

function nextSilent(db: Db, knownMs: number): Promise<BaselineRow[]> {
  return listSilent(db, new Date(knownMs), codesAtOnce);
}

/** Until when every scan is in the statistics; null if a server can't say. */
async function knownThrough(db: Db, ledgers: LedgerDatabases, nowMs: number): Promise<number | null> {
  const open = [await findOldestOpenScan(db)];
  for (const oldest of await ledgers.ask((server) => findOldestOpenScan(server.db).then((ms) => ({ ms })))) {
    if (oldest === null) return null;
    open.push(oldest.ms);
  }
  const oldestMs = Math.min(nowMs, ...open.flatMap((ms) => (ms === null ? [] : [ms])));
  return Math.min(nowMs - settleMs, oldestMs);
}

/** After a break of all workers, we may not know yet what happened meanwhile. */
async function isSure(db: Db, nowMs: number): Promise<boolean> {
  const since = await noteLook(db, new Date(nowMs), pauseMs);
  return nowMs - since.getTime() >= pauseMs;
}

interface Moment {
  knownMs: number;
  isSure: boolean;
}

async function examine(
  db: Db,
  ledgers: LedgerDatabases,
  tools: AlarmTools,
  row: BaselineRow,
  days: DayScans[],
  { knownMs, isSure }: Moment,
): Promise<number> {
  const weekHourOf = weekHourIn(row.time_zone);
  const baseline = { hours: row.hours, quietLimit: row.quiet_limit, surgeRatio: row.surge_ratio };
  // Whole hours, as in what was learned.
  const untilMs = Math.floor(knownMs / hourMs) * hourMs;
  const hour = { fromMs: untilMs - hourMs, untilMs };
  const scans = scansBetween(days, hour.fromMs, untilMs);
  const expected = expectedScans(baseline, hour.fromMs, untilMs, weekHourOf);
  const { next, missing, isNewSurge } = nextScanState({
    baseline,
    weekHourOf,
    known: {
      quietSinceMs: row.quiet_since?.getTime() ?? null,
      surgeSinceMs: row.surge_since?.getTime() ?? null,
    },
    lastScanMs: Math.max(row.last_scan_at.getTime(), lastScanMs(days) ?? 0),
    knownMs,
    scans,
    expected,
    isSure,
    isOpen: row.is_open,
    openSinceMs: row.changed_at.getTime(),
  });
  if (missing === null && !isNewSurge && isSame(row, next)) return 0;
  const network = isNewSurge ? await findMainNetwork(db, ledgers, row.qr_id, hour) : null;
  return db.transaction().execute(async (tx: Tx) => {
    if (!(await updateScanState(tx, row, next))) return 0;
    if (missing !== null) await announceQuiet(tx, tools, row, next.lastScanMs, missing);
    if (isNewSurge) await announceSurge(tx, tools, row, { ...hour, scans, expected, network });
    return Number(missing !== null) + Number(isNewSurge);
  });
}

function isSame(row: BaselineRow, next: ScanState): boolean {
  const same = (at: Date | null, ms: number | null) => (at?.getTime() ?? null) === ms;
  return (
    same(row.last_scan_at, next.lastScanMs) &&
    same(row.quiet_at, next.quietAtMs) &&
    same(row.quiet_since, next.quietSinceMs) &&
    same(row.surge_since, next.surgeSinceMs)
  );
}

async function announceQuiet(
  tx: Tx,
  tools: AlarmTools,
  row: BaselineRow,
  lastMs: number,
  missing: number,
): Promise<void> {
  const alarm = { last_scan_at: new Date(lastMs).toISOString(), expected_scans: missing };
  await insertAlarms(tx, 'qr.quiet', [row.qr_id], alarm);
  await tellOfQuiet(tx, tools, row, { lastMs, missing });
}

async function announceSurge(tx: Tx, tools: AlarmTools, row: BaselineRow, surge: Surge): Promise<void> {
  const { fromMs, untilMs, scans, expected, network } = surge;
  const alarm = {
    start: new Date(fromMs).toISOString(),
    end: new Date(untilMs).toISOString(),
    scans,
    expected_scans: Math.round(expected * 10) / 10,
    network_share: network,
  };
  await insertAlarms(tx, 'qr.surge', [row.qr_id], alarm);
  await tellOfSurge(tx, tools, row, surge);
}
