import type { Tx } from '../database.ts';

/**
 * The live count of an account, held until the transaction ends: nobody else of the account can create or
 * reactivate meanwhile, so comparing it with the cap is exact. Taken before any lock on a code.
 */
export async function lockLiveCount(tx: Tx, accountId: string): Promise<number> {
  const row = await tx
    .selectFrom('account_usage')
    .select('live_qr_codes')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.live_qr_codes;
}
