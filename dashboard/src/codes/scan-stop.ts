import type { QrItem } from '../api/types.ts';

export type Stoppable = Pick<
  QrItem,
  'status' | 'is_project_archived' | 'scan_limit' | 'scan_count' | 'expires_at'
>;

export type ScanStop = 'blocked' | 'archived' | 'project archived' | 'expired' | 'limit reached';

/** Why a scan is not served, or null. */
export function scanStopOf(code: Stoppable, nowMs: number): ScanStop | null {
  if (code.status !== 'active') return code.status;
  if (code.is_project_archived) return 'project archived';
  if (code.expires_at !== null && Date.parse(code.expires_at) <= nowMs) return 'expired';
  return code.scan_limit !== null && code.scan_count >= code.scan_limit ? 'limit reached' : null;
}
