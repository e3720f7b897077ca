import { createHash } from 'node:crypto';
import type { LedgerEvent } from '#core/ledger-record.ts';
import { type SingleScan, viewScan } from '#core/single-scan.ts';

const letters = 22;

/**
 * A scan as its account sees it. The visitor is another one for each account, so that nobody can follow a person from one account to another.
 * @param firstNumber of the code's scans in this batch.
 */
export function scanView(accountId: string, event: LedgerEvent, firstNumber: number | null): SingleScan {
  const scan = viewScan(event, firstNumber);
  const visitor = createHash('sha256')
    .update(`${accountId} ${scan.visitor}`)
    .digest('base64url')
    .slice(0, letters);
  return { ...scan, visitor };
}
