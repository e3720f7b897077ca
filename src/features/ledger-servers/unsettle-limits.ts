import { sql } from 'kysely';
import { isExactSql } from '#core/ledger-record.ts';
import type { Db } from '../database.ts';

/** Limits sum up open scans again with the next scan, because those of the ledger servers have changed. */
export async function unsettleLimits(db: Db): Promise<void> {
  await sql`update scan_state set is_settled = false where ${sql.raw(isExactSql())} and is_settled`.execute(
    db,
  );
}
