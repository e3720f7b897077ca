import { can } from '#core/permissions.ts';
import { urlState } from '#core/watch/url-health.ts';
import type { Db } from '../database.ts';
import type { Planner } from '../planned-changes/schedule-change.ts';
import type { FullQrCodeRow } from '../qr-codes/qr-code-queries.ts';
import { findScanState, type ScanStateRow } from './scans/baseline-queries.ts';
import {
  findProjectDomain,
  findWatch,
  listUrlsOf,
  type WatchedUrlRow,
  type WatchRow,
} from './watch-queries.ts';

/** What is watched about a code, and how it is doing; null if nothing is. */
export async function readWatch(db: Db, caller: Planner, code: FullQrCodeRow) {
  const watch = await findWatch(db, code.qr_id);
  if (watch === undefined) return null;
  const canReadScans = can(caller, 'analytics.read', code.project_id);
  const [urls, domain, scans] = await Promise.all([
    watch.watches_destination ? listUrlsOf(db, code.qr_id) : [],
    watch.watches_destination ? findProjectDomain(db, code.project_id) : undefined,
    watch.watches_scans && canReadScans ? findScanState(db, code.qr_id) : undefined,
  ]);
  return {
    destination: watch.watches_destination,
    standby_url: watch.standby_url,
    scans: watch.watches_scans,
    is_standby_used: isStandbyUsed(watch, code),
    replaced_url: watch.replaced_url,
    failing_since: watch.failing_since?.toISOString() ?? null,
    destinations: urls.map(urlView),
    project_domain:
      domain === undefined ? null : { domain: domain.domain, expires_at: isoOf(domain.expires_at) },
    scan_state: watch.watches_scans && canReadScans ? scanView(scans) : null,
  };
}

export type WatchView = NonNullable<Awaited<ReturnType<typeof readWatch>>>;

function isStandbyUsed({ used_url: used }: WatchRow, { redirect_url: url }: FullQrCodeRow): boolean {
  return used !== null && used === url;
}

function urlView(row: WatchedUrlRow) {
  return {
    url: row.url,
    state: urlState(row),
    checked_at: isoOf(row.checked_at),
    problem: row.problem,
    status: row.status,
    failures: row.failures,
    certificate_expires_at: isoOf(row.tls_expires_at),
    redirect_host: row.redirect_host,
    domain: row.domain,
    domain_expires_at: isoOf(row.domain_expires_at),
  };
}

function scanView(row: ScanStateRow | undefined) {
  if (row === undefined || row.scans_per_week === null)
    return { state: 'learning' as const, since: null, usual_scans_per_week: null };
  const usual_scans_per_week = Math.round(row.scans_per_week * 10) / 10;
  if (row.quiet_since !== null)
    return { state: 'quiet' as const, since: row.quiet_since.toISOString(), usual_scans_per_week };
  if (row.surge_since !== null)
    return { state: 'surge' as const, since: row.surge_since.toISOString(), usual_scans_per_week };
  return { state: 'usual' as const, since: null, usual_scans_per_week };
}

function isoOf(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
