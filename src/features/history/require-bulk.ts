import type { Member } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { can } from '#core/permissions.ts';
import type { Db, Tx } from '../database.ts';
import { type BulkRow, findBulk } from './bulk-queries.ts';

/** A bulk change, for the member who started it and for those who may change all codes of the account. */
export async function requireBulk(db: Db | Tx, member: Member, bulkId: string): Promise<BulkRow> {
  const bulk = await findBulk(db, member.accountId, bulkId);
  const isOpen = bulk?.user_id === member.userId || can({ ...member, projects: new Map() }, 'codes.change');
  if (bulk === undefined || !isOpen) throw new Refusal('not_found', 'There is no such bulk change.');
  return bulk;
}
