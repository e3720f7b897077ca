import type { Actor } from '#core/actor.ts';
import { permit } from '#core/permissions.ts';
import type { Db } from '../database.ts';
import { deleteInvitationsBy } from './invitation-queries.ts';
import { lockActor, requireMemberRow, requireOtherOwner } from './lock-actor.ts';
import { deleteMember, type MemberRow } from './member-queries.ts';

/** Ends access with the member's next request, and their invitations. Everybody may leave, except the last owner. */
export async function removeMember(db: Db, asking: Actor, userId: string): Promise<MemberRow> {
  const { accountId } = asking;
  const isLeaving = asking.kind === 'member' && asking.userId === userId;
  return db.transaction().execute(async (tx) => {
    const actor = await lockActor(tx, asking);
    if (!isLeaving) permit(actor, 'members.change');
    const member = await requireMemberRow(tx, accountId, userId);
    if (!isLeaving && member.role === 'owner') permit(actor, 'owners.change');
    await requireOtherOwner(tx, accountId, member);
    await deleteInvitationsBy(tx, accountId, userId);
    await deleteMember(tx, accountId, userId);
    return member;
  });
}
