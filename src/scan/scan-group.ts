import {
  isServed,
  isServedUnder,
  resolveScan,
  type ScanOutcome,
  type ScanTarget,
} from '#core/resolve-scan.ts';
import type { TraceSpan } from '#platform/tracing.ts';
import { type Visit, visitorOf } from './visit.ts';

export type ScanAnswer =
  | ScanOutcome
  | { kind: 'scan_limit_reached' }
  | { kind: 'unavailable' }
  /** Too many unknown links from one network. */
  | { kind: 'rate_limited' }
  /** A host that is not a domain of any project. */
  | { kind: 'misdirected' };

/** A waiting request. */
export interface PendingScan {
  slug: string;
  target: ScanTarget;
  visit: Visit;
  /** Null while tracing is off. */
  span: TraceSpan | null;
  answer: (answer: ScanAnswer) => void;
  /** How often the target turned out to be outdated. */
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

/** Groups by current knowledge, so that all scans of a code are decided with the same versions. Ordered by the IDs of the codes. */
export function groupScans(scans: PendingScan[], known: Known): Group[] {
  const groups = new Map<string, Group>();
  for (const scan of scans) {
    let group = groups.get(scan.slug);
    if (group === undefined) {
      group = { slug: scan.slug, target: known.targetOf(scan), counted: [], uncounted: [] };
      groups.set(scan.slug, group);
    }
    // The page of a scan shows what decided it.
    scan.target = group.target;
    const { visit } = scan;
    const resolved: ScanOutcome = isServedUnder(group.target, visit.host)
      ? resolveScan(group.target, visitorOf(visit), visit.arrivedMs, visit.query)
      : { kind: 'not_found' };
    // Link previews don't use up a limit, so they must not see the destination (D70).
    const isPreview = !visit.isCounted && isServed(resolved) && group.target.scanLimit !== null;
    const outcome: ScanOutcome = isPreview ? { kind: 'preview' } : resolved;
    const isCounted = visit.isCounted && isServed(outcome) && !known.isFull(group.target);
    (isCounted ? group.counted : group.uncounted).push({ scan, outcome });
  }
  return [...groups.values()].sort((a, b) => (a.target.qrId < b.target.qrId ? -1 : 1));
}

/** Whether reaching the limit would change this outcome. */
export function isLimited(outcome: ScanOutcome): boolean {
  return isServed(outcome) || outcome.kind === 'preview';
}
