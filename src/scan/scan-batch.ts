import type { Grant } from '#core/ledger-record.ts';
import type { ScanTarget } from '#core/resolve-scan.ts';

/** One code in a batch: what we assumed about it, and how many of its scans want to be counted. */
export interface BatchCode {
  target: ScanTarget;
  scans: number;
}

/** Scans that one commit decides and counts. */
export interface ScanBatch {
  /** The batch counts once under this ID, however often it is sent. */
  batchId: string;
  /** The UTC day of its creation, as `YYYY-MM-DD`. */
  recordedOn: string;
  codes: BatchCode[];
  /** A JSON array of events. */
  events: string;
  /** The ledger server that may have counted it; if missing, the first server. */
  serverId?: string;
}

/** Grants for the case that nothing has changed. */
export function grantAll({ codes }: ScanBatch): Grant[] {
  return codes.map(({ scans }) => ({ isStale: false, isUnsettled: false, counted: scans, isFull: false }));
}
