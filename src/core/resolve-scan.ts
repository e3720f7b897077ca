import type { ScanVisitor } from './rules/condition.ts';
import type { RedirectRule } from './rules/redirect-rule.ts';
import { factsOf, winningRule } from './rules/winning-rule.ts';
import type { VisitedHost } from './visited-host.ts';

/** Everything that decides where a scan leads, read at one moment. */
export interface ScanTarget {
  qrId: string;
  projectId: string;
  accountId: string;
  /** Whether the first image is done; before that nobody can have scanned it. */
  isPublic: boolean;
  status: 'active' | 'archived' | 'blocked';
  isProjectArchived: boolean;
  /** Suspended by the operator (D74), or erased (D82). */
  accountState: 'active' | 'suspended' | 'erased';
  /** The domain of its project, if that serves. */
  domainHost: string | null;
  expiresAtMs: number | null;
  scanLimit: number | null;
  /** Null: the code shows a text. */
  redirectUrl: string | null;
  text: string;
  textKind: TextKind;
  rules: RedirectRule[];
  /** The owner's. */
  timeZone: string;
  analyticsEnabled: boolean;
  /** What must still hold when the scan is counted. */
  version: number;
  projectVersion: number;
  accountVersion: number;
}

/** A text to read, or a file that a phone takes into its contacts or calendar. */
export type TextKind = 'text' | 'vcard' | 'event';

/** Where a scan leads. Whether a limit is reached is for the ledger to say: only it can count. */
export type ScanOutcome =
  | {
      kind: 'redirect';
      url: string;
      /** The place of the rule that led the way, from 1 on; null for the target itself. */
      rule: number | null;
    }
  | { kind: 'text'; text: string; textKind: TextKind }
  /** For programs that look ahead at a code with a limit: nothing of where it leads (D70). */
  | { kind: 'preview' }
  | { kind: 'not_found' }
  | { kind: 'blocked' }
  | { kind: 'expired' };

/** Under our own name every code is served, for good; under a domain those of its project. */
export function isServedUnder(target: ScanTarget, host: VisitedHost): boolean {
  return host === null || host === target.domainHost;
}

/** The order of D43, but for the limit: not found, blocked, expired; then rules, then the target itself. */
export function resolveScan(target: ScanTarget, visitor: ScanVisitor, instantMs: number): ScanOutcome {
  const isGone = target.status === 'archived' || target.isProjectArchived || target.accountState === 'erased';
  if (!target.isPublic || isGone) return { kind: 'not_found' };
  if (target.status === 'blocked' || target.accountState === 'suspended') return { kind: 'blocked' };
  if (target.expiresAtMs !== null && instantMs > target.expiresAtMs) return { kind: 'expired' };
  if (target.rules.length > 0) {
    const place = winningRule(target.rules, factsOf(visitor, target.timeZone, instantMs));
    const rule = target.rules[place];
    if (rule !== undefined) return { kind: 'redirect', url: rule.url, rule: place + 1 };
  }
  return target.redirectUrl === null
    ? { kind: 'text', text: target.text, textKind: target.textKind }
    : { kind: 'redirect', url: target.redirectUrl, rule: null };
}

/** Whether whoever scanned got what they came for: those scans count. */
export function isServed({ kind }: { kind: string }): boolean {
  return kind === 'redirect' || kind === 'text';
}
