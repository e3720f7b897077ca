import { type LedgerBatch, readBatch, type ScanFacts } from '../ledger-record.ts';
import { type Dimension, dayMs, slotMs } from './dimension.ts';

export interface DayTally {
  subjectId: string;
  dimension: Dimension | 'total';
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  value: string;
  scans: number;
  /** Scans per quarter hour. */
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

/** Adds up counted scans per code and per project: the one that the code was in when it was scanned. */
export function tallyScans(
  batches: readonly LedgerBatch[],
  projectAt: (qrId: string, atMs: number) => string | undefined,
): Tally {
  const days = new Map<string, DayTally>();
  const visitors = new Map<string, SeenVisitor>();
  for (const batch of batches) {
    for (const [qrId, facts] of readBatch(batch)) {
      const projectId = projectAt(qrId, facts.scannedAtMs);
      for (const subjectId of projectId === undefined ? [qrId] : [qrId, projectId])
        addScan(days, visitors, subjectId, facts);
    }
  }
  return { days: [...days.values()], visitors: [...visitors.values()] };
}

function addScan(
  days: Map<string, DayTally>,
  visitors: Map<string, SeenVisitor>,
  subjectId: string,
  { scannedAtMs, country, device, browser, system, referrerHost, visitor, rule }: ScanFacts,
): void {
  const day = new Date(scannedAtMs).toISOString().slice(0, 10);
  const slot = Math.floor((scannedAtMs % dayMs) / slotMs);
  const values = { total: '', country, device, system, browser, referrer: referrerHost, rule };
  for (const [dimension, value] of Object.entries(values)) {
    const text = value === null ? '' : String(value);
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
