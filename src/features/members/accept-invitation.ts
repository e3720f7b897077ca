import { Refusal } from '#core/errors.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Db } from '../database.ts';
import { findOpenInvitation, type InvitationRow, takeInvitation } from './invitation-queries.ts';
import { hashInvitation } from './invite-member.ts';
import { countOwners, insertMember } from './member-queries.ts';

interface Invitee {
  id: string;
  email: string;
  emailVerified: boolean;
}

/** Works once, and only for the address that was invited. Somebody who is a member already keeps their roles. */
export async function acceptInvitation(db: Db, user: Invitee, token: string): Promise<InvitationRow> {
  const hash = hashInvitation(token);
  return db.transaction().execute(async (tx) => {
    const found = await findOpenInvitation(tx, hash);
    if (found === undefined) throw invitationGone();
    if (!user.emailVerified || user.email.toLowerCase() !== found.email.toLowerCase())
      throw new Refusal(
        'forbidden',
        `This invitation is for ${found.email}. Sign in with that address, or ask for another invitation.`,
      );
    await lockAccount(tx, found.account_id);
    // Only what is true under the lock counts: it may have been replaced by one with another role.
    const invitation = await takeInvitation(tx, hash);
    if (invitation === undefined || (await countOwners(tx, found.account_id)) === 0) throw invitationGone();
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
