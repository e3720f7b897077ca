import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { permit } from '#core/permissions.ts';
import type { Db } from '../database.ts';
import { deleteInvitation, findInvitation } from './invitation-queries.ts';
import { lockActor } from './lock-actor.ts';

export async function revokeInvitation(db: Db, asking: Actor, invitationId: string): Promise<void> {
  const { accountId } = asking;
  await db.transaction().execute(async (tx) => {
    const actor = await lockActor(tx, asking);
    permit(actor, 'members.change');
    const invitation = await findInvitation(tx, accountId, { invitationId });
    if (invitation === undefined) throw new Refusal('not_found', 'There is no such invitation.');
    if (invitation.role === 'owner') permit(actor, 'owners.change');
    await deleteInvitation(tx, invitationId);
  });
}
