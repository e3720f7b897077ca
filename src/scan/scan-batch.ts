import type { ScanTarget } from '#core/resolve-scan.ts';

/** One code in a batch: what was believed of it, and how many of its scans want to be counted. */
export interface BatchCode {
  target: ScanTarget;
  scans: number;
}

/** Scans that are decided and counted by one commit. */
export interface ScanBatch {
  /** Makes it count once, however often it is sent. */
  batchId: string;
  /** The UTC day when it was made, as `YYYY-MM-DD`. */
  recordedOn: string;
  codes: BatchCode[];
  /** An array of events, as JSON. */
  events: string;
}
