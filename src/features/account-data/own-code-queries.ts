import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The position in a ledger. */
export interface LedgerPlace {
  recorded_on: string;
  batch_id: string;
}

/** Codes that belong to the account. */
export async function listOwnCodes(db: Db, accountId: string, qrIds: string[]): Promise<string[]> {
  if (qrIds.length === 0) return [];
  const { rows } = await sql<{ qr_id: string }>`
    select qr_id from qr_codes where account_id = ${accountId} and qr_id = any(${[...new Set(qrIds)]}::uuid[])`.execute(
    db,
  );
  return rows.map(({ qr_id }) => qr_id);
}
