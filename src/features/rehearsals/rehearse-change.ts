import type { Actor } from '#core/actor.ts';
import { calendarDay, calendarDayText } from '#core/calendar-day.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { can } from '#core/permissions.ts';
import { plainTarget } from '#core/plain-target.ts';
import type { QrCodeChange } from '#core/qr-code-input.ts';
import { Rehearsal, type RehearsalResult, rehearsedKinds } from '#core/rehearsal.ts';
import type { RehearsalInput } from '#core/rehearsal-input.ts';
import { replaceInUrls } from '#core/replace-in-urls.ts';
import type { ScanTarget } from '#core/resolve-scan.ts';
import { parseRedirectRules } from '#core/rules/redirect-rule.ts';
import { findAccount } from '../accounts/account-queries.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { notFound } from '../qr-codes/plan-change.ts';
import { type FullQrCodeRow, listQrCodesById } from '../qr-codes/qr-code-queries.ts';
import { type RecentScans, recentScans } from './recent-scans.ts';

const days = 30;
const dayMs = 86_400_000;
/** That are read for all codes together, also those of other codes in the same batches. */
const scansMax = 4_000_000;

export interface RehearsalRange {
  fromMs: number;
  untilMs: number;
}

/** Replays the recorded scans of the last 30 days with the changed settings of their codes. Nothing is changed. */
export async function rehearseChange(
  db: Db,
  ledgers: LedgerDatabases,
  actor: Actor,
  { qrIds, change }: RehearsalInput,
  nowMs: number,
) {
  const range = { fromMs: nowMs - days * dayMs, untilMs: nowMs };
  const codes = await listQrCodesById(db, actor.accountId, qrIds);
  if (codes.length < qrIds.length || codes.some(({ project_id: id }) => !can(actor, 'rehearsals.use', id)))
    throw notFound();
  const timeZone = (await findAccount(db, actor.accountId))?.time_zone ?? 'UTC';
  const results: RehearsalResult[] = [];
  let left = scansMax;
  for (const code of codes) {
    const now = targetOf(code, timeZone);
    const rehearsal = new Rehearsal(now, changedTarget(code, now, change));
    for await (const scans of recentScans(db, ledgers, code.qr_id, range)) {
      addAll(rehearsal, scans.own);
      left -= scans.read;
      if (left < 0)
        throw new Refusal(
          'invalid_request',
          'These codes have too many scans for a rehearsal. Rehearse the change with fewer of them.',
        );
    }
    results.push(rehearsal.result());
  }
  return rehearsalView(results, range);
}

function addAll(rehearsal: Rehearsal, scans: RecentScans['own']): void {
  for (const { event, number } of scans) rehearsal.add(event, number);
}

/** What decides scans of a code that has a link. */
function targetOf(code: FullQrCodeRow, timeZone: string): ScanTarget {
  const rules = parseRedirectRules(code.redirect_rules);
  return {
    ...plainTarget,
    status: code.status,
    expiresAtMs: code.expires_at?.getTime() ?? null,
    scanLimit: code.scan_limit,
    redirectUrl: code.redirect_url === '' ? null : code.redirect_url,
    rules: rules.ok ? rules.value : [],
    timeZone,
  };
}

function changedTarget(code: FullQrCodeRow, now: ScanTarget, asked: QrCodeChange): ScanTarget {
  const replaced = asked.replaceInUrls && replaceInUrls(code, asked.replaceInUrls);
  if (replaced !== undefined && !replaced.ok) throw invalidRequest(replaced);
  const change = { ...asked, ...replaced?.value };
  return {
    ...now,
    ...(change.redirectUrl !== undefined && { redirectUrl: change.redirectUrl }),
    ...(change.redirectRules !== undefined && { rules: change.redirectRules }),
    ...(change.scanLimit !== undefined && { scanLimit: change.scanLimit }),
    ...(change.expiresAt !== undefined && { expiresAtMs: change.expiresAt?.getTime() ?? null }),
    ...(change.status !== undefined && { status: change.status }),
  };
}

/** The results of all codes together. */
function rehearsalView(results: RehearsalResult[], { fromMs, untilMs }: RehearsalRange) {
  const sum = (key: (typeof rehearsedKinds)[number] | 'scans' | 'changedSince') =>
    results.reduce((total, result) => total + result[key], 0);
  const byDay = Map.groupBy(
    results.flatMap((result) => result.days),
    ({ day }) => day,
  );
  const pairs = Map.groupBy(
    results.flatMap(({ destinations }) => destinations),
    ({ before, after }) => `${before}\n${after}`,
  );
  return {
    start: new Date(fromMs).toISOString(),
    end: new Date(untilMs).toISOString(),
    scans: sum('scans'),
    same: sum('same'),
    elsewhere: sum('elsewhere'),
    nothing: sum('nothing'),
    unknown: sum('unknown'),
    changed_since: sum('changedSince'),
    days: [...byDay]
      .map(([day, parts]) => ({
        day: calendarDayText(calendarDay(day)),
        ...Object.fromEntries(
          rehearsedKinds.map((kind) => [kind, parts.reduce((total, part) => total + part[kind], 0)]),
        ),
      }))
      .sort((one, other) => (one.day < other.day ? -1 : 1)),
    destinations: [...pairs.values()]
      .map((parts) => ({
        before: parts[0]?.before ?? null,
        after: parts[0]?.after ?? null,
        scans: parts.reduce((total, part) => total + part.scans, 0),
      }))
      .sort((one, other) => other.scans - one.scans),
  };
}
