import type { Actor } from '#core/actor.ts';
import type { MemberRoles } from '#core/member-input.ts';
import { permit } from '#core/permissions.ts';
import type { Db } from '../database.ts';
import { lockMember, requireOtherOwner } from './lock-member.ts';
import { type MemberRow, updateMember } from './member-queries.ts';
import { requireOwnProjects } from './require-own-projects.ts';

/** Takes effect with the member's next request. */
export async function changeMember(
  db: Db,
  actor: Actor,
  userId: string,
  wanted: MemberRoles,
): Promise<MemberRow> {
  permit(actor, 'members.change');
  const { accountId } = actor;
  return db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, accountId, userId);
    if (member.role === 'owner' || wanted.role === 'owner') permit(actor, 'owners.change');
    if (wanted.role !== 'owner') await requireOtherOwner(tx, accountId, member);
    await requireOwnProjects(tx, accountId, wanted.projects);
    await updateMember(tx, accountId, userId, wanted);
    return { ...member, role: wanted.role, projects: Object.fromEntries(wanted.projects) };
  });
}
