import type { Db, Tx } from '../database.ts';

/**
 * The live count of an account, locked until the transaction ends: nobody else can create or restore codes of the account meanwhile, so
 * comparing it with the limit is exact. Taken before any lock on a code.
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

/** The same without a lock, for callers that only read it. */
export async function findLiveCount(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('account_usage')
    .select('live_qr_codes')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.live_qr_codes ?? 0;
}

/** Per project: the number of its codes that are not archived. */
export async function findLiveCounts(db: Db, projectIds: string[]): Promise<Map<string, number>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('project_usage')
    .select(['project_id', 'live_qr_codes'])
    .where('project_id', 'in', projectIds)
    .execute();
  return new Map(rows.map(({ project_id, live_qr_codes }) => [project_id, live_qr_codes]));
}
