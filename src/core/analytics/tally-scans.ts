import { type Dimension, dayMs, slotMs } from './dimension.ts';

/** A batch of the ledger, as it lies there. */
export interface LedgerBatch {
  qr_ids: string[];
  /** For each code: twice the scans that were counted, plus one if its limit is reached; -1 if none. */
  grants: number[];
  events: LedgerEvent[];
}

export type LedgerEvent = [
  place: number,
  nth: number,
  scannedAtMs: number,
  country: string | null,
  device: string | null,
  browser: string | null,
  system: string | null,
  referrerHost: string | null,
  visitor: string,
  /** Missing in what was written before rules were noted. */
  rule?: number | null,
];

export interface DayTally {
  subjectId: string;
  dimension: Dimension | 'total';
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  value: string;
  scans: number;
  /** By the quarter of an hour. */
  slots: Map<number, number>;
}

export interface SeenVisitor {
  subjectId: string;
  day: string;
  visitor: string;
}

export interface Tally {
  days: DayTally[];
  visitors: SeenVisitor[];
}

/** Sums up what was counted, by code and by project. Events of scans that were not granted don't count. */
export function tallyScans(
  batches: readonly LedgerBatch[],
  projectOf: (qrId: string) => string | undefined,
): Tally {
  const days = new Map<string, DayTally>();
  const visitors = new Map<string, SeenVisitor>();
  for (const { qr_ids: qrIds, grants, events } of batches) {
    for (const event of events) {
      const [place, nth] = event;
      const qrId = qrIds[place - 1];
      if (qrId === undefined || nth > Math.floor((grants[place - 1] ?? -1) / 2)) continue;
      const projectId = projectOf(qrId);
      for (const subjectId of projectId === undefined ? [qrId] : [qrId, projectId])
        addEvent(days, visitors, subjectId, event);
    }
  }
  return { days: [...days.values()], visitors: [...visitors.values()] };
}

function addEvent(
  days: Map<string, DayTally>,
  visitors: Map<string, SeenVisitor>,
  subjectId: string,
  [, , atMs, country, device, browser, system, referrer, visitor, rule]: LedgerEvent,
): void {
  const day = new Date(atMs).toISOString().slice(0, 10);
  const slot = Math.floor((atMs % dayMs) / slotMs);
  const values = { total: '', country, device, system, browser, referrer, rule };
  for (const [dimension, value] of Object.entries(values)) {
    const text = value === null || value === undefined ? '' : String(value);
    const key = `${subjectId} ${dimension} ${day} ${text}`;
    let tally = days.get(key);
    if (tally === undefined) {
      tally = {
        subjectId,
        dimension: dimension as DayTally['dimension'],
        day,
        value: text,
        scans: 0,
        slots: new Map(),
      };
      days.set(key, tally);
    }
    tally.scans += 1;
    tally.slots.set(slot, (tally.slots.get(slot) ?? 0) + 1);
  }
  visitors.set(`${subjectId} ${day} ${visitor}`, { subjectId, day, visitor });
}
