import { forwardQuery } from './forward-query.ts';
import type { Content } from './qr-content/parse-content.ts';
import type { ScanVisitor } from './rules/condition.ts';
import type { RedirectRule } from './rules/redirect-rule.ts';
import { factsOf, winningRule } from './rules/winning-rule.ts';
import type { VisitedHost } from './visited-host.ts';

/** Everything that decides a scan, read from one snapshot. */
export interface ScanTarget {
  qrId: string;
  projectId: string;
  accountId: string;
  /** Whether the first image is ready; before that, nobody can have scanned it. */
  isPublic: boolean;
  status: 'active' | 'archived' | 'blocked';
  isProjectArchived: boolean;
  /** Suspended by the operator (D74), or erased (D82). */
  accountState: 'active' | 'suspended' | 'erased';
  /** The domain of its project, if it is served. */
  domainHost: string | null;
  expiresAtMs: number | null;
  scanLimit: number | null;
  /** Whether a rule depends on the number of a scan, so that only the ledger can decide. */
  isNumbered: boolean;
  /** Null if the code shows a text. */
  redirectUrl: string | null;
  text: string;
  textKind: TextKind;
  /** Of a contact or an event, for its page. */
  content: Content | null;
  rules: RedirectRule[];
  /** Names of query parameters that are passed on. */
  forwardedParams: readonly string[];
  /** The time zone of the owner. */
  timeZone: string;
  analyticsEnabled: boolean;
  /** Versions that must still hold when the scan is counted. */
  version: number;
  projectVersion: number;
  accountVersion: number;
}

/** A text to read, or a file for the contacts or calendar of a phone. */
export type TextKind = 'text' | 'vcard' | 'event';

/** The outcome of a scan. Only the ledger can say whether a limit is reached, because only it counts. */
export type ScanOutcome =
  | {
      kind: 'redirect';
      url: string;
      /** The place of the rule that matched, starting at 1; null for the default destination. */
      rule: number | null;
    }
  | { kind: 'text'; text: string; textKind: TextKind }
  /** For link previews of a code with a limit: reveals nothing about the destination (D70). */
  | { kind: 'preview' }
  | { kind: 'not_found' }
  | { kind: 'blocked' }
  | { kind: 'expired' };

/** Our own host serves every code; a domain serves the codes of its project. */
export function isServedUnder(target: ScanTarget, host: VisitedHost): boolean {
  return host === null || host === target.domainHost;
}

/** Whether a code of this project and host has ended, so that its owner's fallback address is offered (D80). */
export function hasEnded(target: ScanTarget, host: VisitedHost, outcome: string): boolean {
  if (outcome === 'expired' || outcome === 'scan_limit_reached') return true;
  const isOwners = target.isPublic && !target.isProjectArchived && target.accountState === 'active';
  return outcome === 'not_found' && target.status === 'archived' && isOwners && isServedUnder(target, host);
}

/** Codes whose scans are counted one by one, before they are answered: with a limit, or with rules on numbers (D77). */
export function isExact({ scanLimit, isNumbered }: ScanTarget): boolean {
  return scanLimit !== null || isNumbered;
}

/**
 * The order of D43, except for the limit: not found, blocked, expired, rules, default destination.
 * @param query of the scanned link, without its question mark.
 * @param number of the scan, once the ledger has counted it.
 */
export function resolveScan(
  target: ScanTarget,
  visitor: ScanVisitor,
  instantMs: number,
  query = '',
  number: number | null = null,
): ScanOutcome {
  const isGone = target.status === 'archived' || target.isProjectArchived || target.accountState === 'erased';
  if (!target.isPublic || isGone) return { kind: 'not_found' };
  if (target.status === 'blocked' || target.accountState === 'suspended') return { kind: 'blocked' };
  if (target.expiresAtMs !== null && instantMs > target.expiresAtMs) return { kind: 'expired' };
  const pass = (url: string) => forwardQuery(url, target.forwardedParams, query);
  if (target.rules.length > 0) {
    const place = winningRule(target.rules, factsOf(visitor, target.timeZone, instantMs, number));
    const rule = target.rules[place];
    if (rule !== undefined) return { kind: 'redirect', url: pass(rule.url), rule: place + 1 };
  }
  return target.redirectUrl === null
    ? { kind: 'text', text: target.text, textKind: target.textKind }
    : { kind: 'redirect', url: pass(target.redirectUrl), rule: null };
}

/** The outcome of a scan that has this number. The ledger counts only up to the limit. */
export function resolveNumbered(
  target: ScanTarget,
  visitor: ScanVisitor,
  instantMs: number,
  query: string,
  number: number,
): ScanOutcome | { kind: 'scan_limit_reached' } {
  const outcome = resolveScan(target, visitor, instantMs, query, number);
  const isOver = target.scanLimit !== null && number > target.scanLimit;
  return isServed(outcome) && isOver ? { kind: 'scan_limit_reached' } : outcome;
}

/** Whether the visitor got the destination or text: those scans count. */
export function isServed({ kind }: { kind: string }): boolean {
  return kind === 'redirect' || kind === 'text';
}
