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

/** What the ledger says of one code. */
export interface Grant {
  /** Whether what was believed no longer holds: read it again and decide again. */
  isStale: boolean;
  /** How many of its scans were counted. */
  counted: number;
  /** Whether its limit is reached now. */
  isFull: boolean;
}

/** -1 for a code that is out of date; else twice the number counted, plus one if the limit is reached. */
export function readGrant(value: number): Grant {
  return { isStale: value < 0, counted: Math.max(0, value >> 1), isFull: value > 0 && (value & 1) === 1 };
}
