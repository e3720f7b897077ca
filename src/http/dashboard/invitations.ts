import type { FastifyInstance } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { parseMemberRoles } from '#core/member-input.ts';
import { actAs } from '#features/act-as.ts';
import { acceptInvitation, invitationGone } from '#features/members/accept-invitation.ts';
import { findOpenInvitation, listInvitations } from '#features/members/invitation-queries.ts';
import { hashInvitation, inviteMember } from '#features/members/invite-member.ts';
import { invitationView, roleWords } from '#features/members/member-view.ts';
import { revokeInvitation } from '#features/members/revoke-invitation.ts';
import { countTry, tryLimits } from '#features/sign-in/count-try.ts';
import { updateSessionAccount } from '#features/sign-in/membership-queries.ts';
import { sendSecurityNotice } from '#features/sign-in/send-security-notice.ts';
import type { ApiContext } from '../api-context.ts';
import { callerOf, dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';
import { mailOffice } from './mail-office.ts';
import { limitResetLinks } from './password-reset.ts';
import { requireProof } from './require-proof.ts';
import { requireSession } from './require-session.ts';

const rowsMax = 2_000;
const path = '/dashboard/api/invitations';

/** An admin invites an address; its owner accepts with the link in the mail. */
export function registerInvitations(app: FastifyInstance, context: ApiContext): void {
  const { db, config, secrets } = context;

  app.get(path, dashboardRoute('members.change'), async (request) => {
    const invitations = await listInvitations(db, memberOf(request).accountId, rowsMax);
    return { ok: true, items: invitations.map(invitationView) };
  });

  app.post(path, dashboardRoute('members.change'), async (request, reply) => {
    const caller = callerOf(request);
    await requireProof(context, caller);
    const { accountId } = caller.member;
    const body = jsonBody(request);
    const roles = parseMemberRoles(body);
    if (!roles.ok) throw invalidRequest(roles);
    const email = textField(body, 'email') ?? '';
    const isAllowed =
      (await countTry(db, secrets, accountId, tryLimits.invitation)) &&
      (await countTry(db, secrets, email, tryLimits.mail));
    if (!isAllowed)
      throw new Refusal(
        'rate_limited',
        'Too many invitations were sent from this account or to this address. Try again later.',
        { retryAfterSeconds: 3_600 },
      );
    const invitation = await inviteMember(
      dbOf(context, request),
      caller.member,
      { ...roles.value, email },
      { office: mailOffice(context), apiBaseUrl: config.apiBaseUrl, inviterName: caller.user.name },
    );
    await sendSecurityNotice(
      db,
      mailOffice(context),
      { accountId },
      {
        kind: 'member_invited',
        detail: `${caller.user.name} invited ${invitation.email}, with the role: ${roleWords(invitation)}.`,
      },
    );
    return reply.status(201).send({ ok: true, invitation: invitationView(invitation) });
  });

  app.delete<{ Params: { id: string } }>(`${path}/:id`, dashboardRoute('members.change'), async (request) => {
    const invitationId = parseIdentifier('inv', request.params.id);
    if (invitationId === null) throw new Refusal('not_found', 'There is no such invitation.');
    await revokeInvitation(dbOf(context, request), memberOf(request), invitationId);
    return { ok: true };
  });

  /** What the link of a mail is about, before the user signs in. */
  app.post(`${path}/preview`, dashboardRoute('public'), async (request) => {
    await limitResetLinks(context, request);
    const token = textField(jsonBody(request), 'token') ?? '';
    const invitation = await findOpenInvitation(db, hashInvitation(token));
    if (invitation === undefined) throw invitationGone();
    const { email, account_email, inviter_name } = invitation;
    return { ok: true, email, account_email, inviter_name };
  });

  app.post(`${path}/accept`, dashboardRoute('user'), async (request) => {
    const { user, session } = await requireSession(context, request);
    const invitation = await acceptInvitation(
      actAs(db, { kind: 'member', userId: user.id }),
      user,
      textField(jsonBody(request), 'token') ?? '',
    );
    await updateSessionAccount(db, session.id, invitation.account_id);
    await sendSecurityNotice(
      db,
      mailOffice(context),
      { accountId: invitation.account_id },
      { kind: 'member_joined', detail: `${user.name} (${user.email}) accepted an invitation.` },
    );
    return { ok: true };
  });
}
