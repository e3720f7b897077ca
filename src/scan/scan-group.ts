import {
  isExact,
  isServed,
  isServedUnder,
  resolveScan,
  type ScanOutcome,
  type ScanTarget,
} from '#core/resolve-scan.ts';
import { hasStickySplit } from '#core/rules/place-splits.ts';
import { visitorShare } from '#core/visitor-share.ts';
import type { TraceSpan } from '#platform/tracing.ts';
import { visitorHash } from './scan-event.ts';
import { type Visit, visitorOf } from './visit.ts';

export interface Unavailable {
  kind: 'unavailable';
}

export type ScanAnswer =
  | ScanOutcome
  | { kind: 'scan_limit_reached' }
  | Unavailable
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
  /** Whether rules ask who the visitor is. */
  isSticky: boolean;
  counted: Decided[];
  uncounted: Decided[];
}

interface Decided {
  scan: PendingScan;
  outcome: ScanOutcome | Unavailable;
  /** The hash that decided, if rules depended on it: the event of the scan has the same one. */
  visitor: string | null;
}

interface Known {
  targetOf(scan: PendingScan): ScanTarget;
  isFull(target: ScanTarget): boolean;
  /** For hashes of visitors. */
  salt(): string;
}

/** Groups by current knowledge, so that all scans of a code are decided with the same versions. Ordered by the IDs of the codes. */
export function groupScans(scans: PendingScan[], known: Known): Group[] {
  const groups = new Map<string, Group>();
  for (const scan of scans) {
    let group = groups.get(scan.slug);
    if (group === undefined) {
      const target = known.targetOf(scan);
      const isSticky = hasStickySplit(target.rules);
      group = { slug: scan.slug, target, isSticky, counted: [], uncounted: [] };
      groups.set(scan.slug, group);
    }
    // The page of a scan shows what decided it.
    scan.target = group.target;
    const { visit } = scan;
    const visitor = group.isSticky ? visitorHash(visit, known.salt()) : null;
    const resolved: ScanOutcome = isServedUnder(group.target, visit.host)
      ? resolveVisit(group.target, visit, visitor, null)
      : { kind: 'not_found' };
    // Link previews don't use up a limit or a number, so they must not see the destination (D70).
    const isPreview = !visit.isCounted && isServed(resolved) && isExact(group.target);
    const outcome: ScanOutcome = isPreview ? { kind: 'preview' } : resolved;
    const isCounted = visit.isCounted && isServed(outcome) && !known.isFull(group.target);
    (isCounted ? group.counted : group.uncounted).push({ scan, outcome, visitor });
  }
  return [...groups.values()].sort((a, b) => (a.target.qrId < b.target.qrId ? -1 : 1));
}

/**
 * Decides counted scans again, now that the ledger has given them numbers.
 * @param firstNumber null if nobody knows it any more: then their visitors are asked to try again.
 */
export function decideNumbered({ target, counted }: Group, firstNumber: number | null): Decided[] {
  return counted.map(({ scan, visitor }, nth) => ({
    scan,
    visitor,
    outcome:
      firstNumber === null
        ? { kind: 'unavailable' }
        : resolveVisit(target, scan.visit, visitor, firstNumber + nth),
  }));
}

function resolveVisit(
  target: ScanTarget,
  visit: Visit,
  visitor: string | null,
  number: number | null,
): ScanOutcome {
  const share = visitor === null ? null : visitorShare(visitor);
  return resolveScan(target, visitorOf(visit, share), visit.arrivedMs, visit.query, number);
}

/** Whether reaching the limit would change this outcome. */
export function isLimited(outcome: { kind: string }): boolean {
  return isServed(outcome) || outcome.kind === 'preview';
}
