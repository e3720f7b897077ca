import type { Member } from '#core/actor.ts';
import { parseDashboardChange } from '#core/dashboard-code-input.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { permit } from '#core/permissions.ts';
import { changeableForMany } from '#core/planned-change-input.ts';
import type { Db } from '../database.ts';
import { type BulkRow, insertBulk, lockBulk, updateBulkStopped } from './bulk-queries.ts';
import { stepCodes } from './continue-bulk-change.ts';
import { requireBulk } from './require-bulk.ts';

export const codesMax = 10_000;

/** Remembers a change of many codes as one entry. `continueBulkChange` carries it out, step by step. */
export async function startBulkChange(
  db: Db,
  member: Member,
  qrIds: string[],
  change: Record<string, unknown>,
): Promise<BulkRow> {
  permit(member, 'codes.change');
  const stray = Object.keys(change).find((field) => !changeableForMany.includes(field));
  if (stray !== undefined)
    throw new Refusal('invalid_request', `${stray} can't be changed for many codes at once.`);
  const parsed = parseDashboardChange(change);
  if (!parsed.ok) throw invalidRequest(parsed);
  if (qrIds.length === 0 || qrIds.length > codesMax)
    throw new Refusal('invalid_request', `Choose 1 to ${codesMax} codes.`);
  const { accountId, userId } = member;
  const bulkId = await insertBulk(db, {
    accountId,
    userId,
    change,
    revertsId: null,
    qrIds: [...new Set(qrIds)],
  });
  return requireBulk(db, member, bulkId);
}

/** The same for undoing all of it. If it is not finished, it ends here. Codes that could not be reverted can be tried again. */
export async function startBulkRevert(db: Db, member: Member, bulkId: string): Promise<BulkRow> {
  permit(member, 'codes.change');
  const { accountId, userId } = member;
  const revertId = await db.transaction().execute(async (tx) => {
    await lockBulk(tx, accountId, bulkId);
    const bulk = await requireBulk(tx, member, bulkId);
    if (bulk.is_reverted) throw new Refusal('conflict', 'Somebody has already reverted this change.');
    await updateBulkStopped(tx, bulkId);
    // A step that is running now may still change the next codes.
    const reached = bulk.finished_at === null ? bulk.done + stepCodes : bulk.qr_ids.length;
    const qrIds = bulk.qr_ids.slice(0, reached);
    return insertBulk(tx, { accountId, userId, change: null, revertsId: bulkId, qrIds });
  });
  return requireBulk(db, member, revertId);
}
