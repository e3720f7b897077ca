import { Refusal } from '#core/errors.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Db } from '../database.ts';
import { deleteInvitation, findOpenInvitation, type OpenInvitation } from './invitation-queries.ts';
import { hashInvitation } from './invite-member.ts';
import { insertMember } from './member-queries.ts';

interface Invitee {
  id: string;
  email: string;
  emailVerified: boolean;
}

/** Works once, and only for the address that was invited. Somebody who is a member already keeps their roles. */
export async function acceptInvitation(db: Db, user: Invitee, token: string): Promise<OpenInvitation> {
  return db.transaction().execute(async (tx) => {
    const invitation = await findOpenInvitation(tx, hashInvitation(token));
    if (invitation === undefined) throw invitationGone();
    if (!user.emailVerified || user.email.toLowerCase() !== invitation.email.toLowerCase())
      throw new Refusal(
        'forbidden',
        `This invitation is for ${invitation.email}. Sign in with that address, or ask for another invitation.`,
      );
    await lockAccount(tx, invitation.account_id);
    if (!(await deleteInvitation(tx, invitation.account_id, invitation.invitation_id)))
      throw invitationGone();
    await insertMember(tx, invitation.account_id, user.id, {
      role: invitation.role,
      projects: new Map(Object.entries(invitation.projects)),
    });
    return invitation;
  });
}

export function invitationGone(): Refusal {
  return new Refusal(
    'not_found',
    'This invitation has expired, was revoked or has already been used. Ask for another one.',
  );
}
