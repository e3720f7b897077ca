import type { Actor } from '#core/actor.ts';
import type { MemberRoles } from '#core/member-input.ts';
import { permit } from '#core/permissions.ts';
import type { Db } from '../database.ts';
import { deleteInvitationsBy } from './invitation-queries.ts';
import { lockActor, requireMemberRow, requireOtherOwner } from './lock-actor.ts';
import { type MemberRow, updateMember } from './member-queries.ts';
import { requireOwnProjects } from './require-own-projects.ts';

/** Takes effect with the member's next request. Their invitations end, because they may no longer be allowed to send them. */
export async function changeMember(
  db: Db,
  asking: Actor,
  userId: string,
  wanted: MemberRoles,
): Promise<MemberRow> {
  const { accountId } = asking;
  return db.transaction().execute(async (tx) => {
    const actor = await lockActor(tx, asking);
    permit(actor, 'members.change');
    const member = await requireMemberRow(tx, accountId, userId);
    if (member.role === 'owner' || wanted.role === 'owner') permit(actor, 'owners.change');
    if (wanted.role !== 'owner') await requireOtherOwner(tx, accountId, member);
    await requireOwnProjects(tx, accountId, wanted.projects);
    await updateMember(tx, accountId, userId, wanted);
    if (wanted.role !== 'owner') await deleteInvitationsBy(tx, accountId, userId);
    return { ...member, role: wanted.role, projects: Object.fromEntries(wanted.projects) };
  });
}
