import type { Member } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { permit } from '#core/permissions.ts';
import { isUniqueViolation } from '#platform/postgres.ts';
import type { Db } from '../database.ts';
import { type BulkRow, findBulk, insertBulk } from './bulk-queries.ts';

const codesMax = 10_000;

/** Remembers a change of many codes as one entry. `continueBulkChange` carries it out, step by step. */
export async function startBulkChange(
  db: Db,
  member: Member,
  qrIds: string[],
  change: Record<string, unknown>,
): Promise<BulkRow> {
  permit(member, 'codes.change');
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
  return requireBulk(db, accountId, bulkId);
}

/** The same for undoing all of it. */
export async function startBulkRevert(db: Db, member: Member, bulkId: string): Promise<BulkRow> {
  permit(member, 'codes.change');
  const { accountId, userId } = member;
  const bulk = await requireBulk(db, accountId, bulkId);
  if (bulk.finished_at === null)
    throw new Refusal('conflict', 'The change is not finished yet. Continue it first.');
  try {
    const revertId = await insertBulk(db, {
      accountId,
      userId,
      change: null,
      revertsId: bulkId,
      qrIds: bulk.qr_ids,
    });
    return await requireBulk(db, accountId, revertId);
  } catch (error) {
    if (isUniqueViolation(error, 'bulk_changes_reverted_once'))
      throw new Refusal('conflict', 'Somebody has already reverted this change.');
    throw error;
  }
}

export async function requireBulk(db: Db, accountId: string, bulkId: string): Promise<BulkRow> {
  const bulk = await findBulk(db, accountId, bulkId);
  if (bulk === undefined) throw new Refusal('not_found', 'There is no such bulk change.');
  return bulk;
}
