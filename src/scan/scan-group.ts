import {
  isServed,
  isServedUnder,
  resolveScan,
  type ScanOutcome,
  type ScanTarget,
} from '#core/resolve-scan.ts';
import type { TraceSpan } from '#platform/tracing.ts';
import type { Visit } from './visit.ts';

export type ScanAnswer =
  | ScanOutcome
  | { kind: 'scan_limit_reached' }
  | { kind: 'unavailable' }
  /** Too many unknown links from one network. */
  | { kind: 'rate_limited' }
  /** A host that is no domain of anybody's here. */
  | { kind: 'misdirected' };

/** A request that waits for its answer. */
export interface PendingScan {
  slug: string;
  target: ScanTarget;
  visit: Visit;
  /** Null while traces are off. */
  span: TraceSpan | null;
  answer: (answer: ScanAnswer) => void;
  /** How often what was known of its code turned out to be out of date. */
  rereads: number;
  isAnswered: boolean;
}

/** The scans of one code in a batch. */
export interface Group {
  slug: string;
  target: ScanTarget;
  counted: Decided[];
  uncounted: Decided[];
}

interface Decided {
  scan: PendingScan;
  outcome: ScanOutcome;
}

interface Known {
  targetOf(scan: PendingScan): ScanTarget;
  isFull(target: ScanTarget): boolean;
}

/** By what is known at this moment, so that all scans of a code are decided by the same versions. In the order of the codes' IDs. */
export function groupScans(scans: PendingScan[], known: Known): Group[] {
  const groups = new Map<string, Group>();
  for (const scan of scans) {
    let group = groups.get(scan.slug);
    if (group === undefined) {
      group = { slug: scan.slug, target: known.targetOf(scan), counted: [], uncounted: [] };
      groups.set(scan.slug, group);
    }
    const { visit } = scan;
    const visitor = { device: visit.agent.device, country: visit.country };
    const resolved: ScanOutcome = isServedUnder(group.target, visit.host)
      ? resolveScan(group.target, visitor, visit.arrivedMs)
      : { kind: 'not_found' };
    // Whoever looks ahead uses up nothing of a limit, so it must not learn what the limit guards (D70).
    const isPreview = !visit.isCounted && isServed(resolved) && group.target.scanLimit !== null;
    const outcome: ScanOutcome = isPreview ? { kind: 'preview' } : resolved;
    const isCounted = visit.isCounted && isServed(outcome) && !known.isFull(group.target);
    (isCounted ? group.counted : group.uncounted).push({ scan, outcome });
  }
  return [...groups.values()].sort((a, b) => (a.target.qrId < b.target.qrId ? -1 : 1));
}
