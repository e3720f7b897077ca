import type { Actor } from '#core/actor.ts';
import { permit } from '#core/permissions.ts';
import type { Db } from '../database.ts';
import { lockMember, requireOtherOwner } from './lock-member.ts';
import { deleteMember, type MemberRow } from './member-queries.ts';

/** Ends access with the member's next request. Everybody may leave, except the last owner. */
export async function removeMember(db: Db, actor: Actor, userId: string): Promise<MemberRow> {
  const { accountId } = actor;
  const isLeaving = actor.kind === 'member' && actor.userId === userId;
  if (!isLeaving) permit(actor, 'members.change');
  return db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, accountId, userId);
    if (!isLeaving && member.role === 'owner') permit(actor, 'owners.change');
    await requireOtherOwner(tx, accountId, member);
    await deleteMember(tx, accountId, userId);
    return member;
  });
}
