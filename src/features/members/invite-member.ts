import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '#core/actor.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import type { MemberRoles } from '#core/member-input.ts';
import { permit } from '#core/permissions.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Db } from '../database.ts';
import { enqueueMail, type MailOffice } from '../mails/enqueue-mail.ts';
import { invitationMail } from './invitation-mail.ts';
import { findInvitation, type InvitationRow, upsertInvitation } from './invitation-queries.ts';
import { lockActor } from './lock-actor.ts';
import { countSeats, hasMemberWithAddress } from './member-queries.ts';
import { requireOwnProjects } from './require-own-projects.ts';

const tokenBytes = 32;

interface Inviting {
  office: MailOffice;
  apiBaseUrl: string;
  /** Null: the operator. */
  inviterName: string | null;
}

/** Sends a link that works once, for seven days, and only for the owner of the address. */
export async function inviteMember(
  db: Db,
  asking: Actor,
  input: MemberRoles & { email: string },
  { office, apiBaseUrl, inviterName }: Inviting,
): Promise<InvitationRow> {
  const address = parseEmailAddress('email', input.email);
  if (!address.ok) throw invalidRequest(address);
  const email = address.value;
  const { accountId, entitlements } = asking;
  const token = randomBytes(tokenBytes).toString('base64url');
  return db.transaction().execute(async (tx) => {
    // The lock keeps the limit exact.
    const actor = await lockActor(tx, asking);
    permit(actor, 'members.change');
    const previous = await findInvitation(tx, accountId, { email });
    if (input.role === 'owner' || previous?.role === 'owner') permit(actor, 'owners.change');
    await requireOwnProjects(tx, accountId, input.projects);
    if (await hasMemberWithAddress(tx, accountId, email))
      throw new Refusal('conflict', `${email} is already a member. Change their role instead.`);
    const membersMax = entitlements.limits.members;
    if ((await countSeats(tx, accountId, email)) >= membersMax)
      throw new Refusal(
        'quota_exceeded_member',
        `Your plan allows ${membersMax} members, including invitations. Remove one first.`,
      );
    const invitation = await upsertInvitation(tx, {
      ...input,
      email,
      accountId,
      invitationId: newUuid(),
      tokenHash: hashInvitation(token),
      invitedBy: actor.kind === 'member' ? actor.userId : null,
    });
    // In the fragment, because browsers don't send it: no log gets the token.
    const url = `${apiBaseUrl}/dashboard/invitation#${token}`;
    await enqueueMail(tx, office, invitationMail(email, inviterName, url), true);
    return invitation;
  });
}

/** Only a hash is stored, so a copy of the database lets nobody in. */
export function hashInvitation(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
