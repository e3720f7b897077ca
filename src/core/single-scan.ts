import type { LedgerEvent } from './ledger-record.ts';
import { decodeEvent } from './ledger-record.ts';

/** One scan as programs read it: in the API, exports and archives. */
export interface SingleScan {
  /** Null for scans from before they were numbered. */
  scan_number: number | null;
  scanned_at: string;
  country: string | null;
  device: string | null;
  system: string | null;
  browser: string | null;
  referrer_host: string | null;
  /** Place of the rule that matched, from 1; null: none. */
  rule: number | null;
  visitor: string;
}

/** @param firstNumber of the code's scans in this batch. */
export function viewScan(event: LedgerEvent, firstNumber: number | null): SingleScan {
  const { scannedAtMs, country, device, browser, system, referrerHost, visitor, rule } = decodeEvent(event);
  return {
    scan_number: firstNumber === null ? null : firstNumber + event[1] - 1,
    scanned_at: new Date(scannedAtMs).toISOString(),
    country,
    device,
    system,
    browser,
    referrer_host: referrerHost,
    rule,
    visitor,
  };
}
