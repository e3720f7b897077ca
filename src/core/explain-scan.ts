import { errorStatus } from './errors.ts';
import { isServedUnder, resolveNumbered, type ScanTarget } from './resolve-scan.ts';
import type { ScanVisitor } from './rules/condition.ts';
import { hasStickySplit } from './rules/place-splits.ts';
import type { VisitedHost } from './visited-host.ts';

export interface ScanExplanation {
  status: number;
  /** The destination; null if the scan is not redirected. */
  destination: string | null;
  reason: string;
}

export interface ImaginedScan {
  host: VisitedHost;
  /** Whether a custom domain is served on that host. */
  isDomain: boolean;
  visitor: ScanVisitor;
  instantMs: number;
  /** Of the link, without its question mark. */
  query?: string;
  /** Counted scans so far; the imagined one is the next. */
  scanCount: number;
}

/** The result of a scan and its reason, in words for a support engineer. */
export function explainScan(target: ScanTarget, scan: ImaginedScan): ScanExplanation {
  const { host, isDomain, visitor, instantMs, query, scanCount } = scan;
  if (host !== null && !isDomain)
    return refused(
      'misdirected',
      `${host || 'This host'} is neither a host of this service nor a verified domain.`,
    );
  if (!isServedUnder(target, host))
    return refused(
      'not_found',
      `This code doesn't work on ${host}, because its project has no such verified domain.`,
    );
  const outcome = resolveNumbered(target, visitor, instantMs, query ?? '', scanCount + 1);
  switch (outcome.kind) {
    case 'scan_limit_reached':
      return refused('scan_limit_reached', `It has reached its limit of ${target.scanLimit} scans.`);
    case 'not_found':
      return refused('not_found', whyNotFound(target));
    case 'blocked':
      return refused('blocked', whyBlocked(target));
    case 'expired':
      return refused('expired', `It expired at ${new Date(target.expiresAtMs ?? 0).toISOString()}.`);
    case 'text':
    case 'preview':
      return { status: 200, destination: null, reason: 'It shows a page with its content.' };
    case 'redirect':
      return { status: 302, destination: outcome.url, reason: whyRedirected(target, outcome.rule) };
  }
}

function refused(code: keyof typeof errorStatus, reason: string): ScanExplanation {
  return { status: errorStatus[code], destination: null, reason };
}

function whyRedirected(target: ScanTarget, rule: number | null): string {
  if (rule !== null) return `Rule ${rule} applies.`;
  if (target.rules.length === 0) return 'It has no redirect rules.';
  if (hasStickySplit(target.rules)) return 'None of its rules matches; shares of visitors are not simulated.';
  return 'None of its rules matches this visitor now.';
}

function whyNotFound(target: ScanTarget): string {
  if (target.accountState === 'erased') return 'Its account was erased.';
  if (target.status === 'archived') return 'The code is archived.';
  if (target.isProjectArchived) return 'Its project is archived.';
  return "It has no link. Its first image is not ready yet, or its type doesn't use one.";
}

function whyBlocked(target: ScanTarget): string {
  return target.status === 'blocked' ? 'The code is blocked.' : 'Its account is suspended.';
}
