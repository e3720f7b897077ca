import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '#core/errors.ts';
import { parseMemberRoles } from '#core/member-input.ts';
import { changeMember } from '#features/members/change-member.ts';
import { listMembers } from '#features/members/member-queries.ts';
import { memberView, roleWords } from '#features/members/member-view.ts';
import { removeMember } from '#features/members/remove-member.ts';
import { sendSecurityNotice } from '#features/sign-in/send-security-notice.ts';
import type { ApiContext } from '../api-context.ts';
import { callerOf, dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';
import { mailOffice } from './mail-office.ts';
import { requireProof } from './require-proof.ts';

const rowsMax = 2_000;
const path = '/dashboard/api/members';

interface MemberRequest {
  Params: { id: string };
}

export function registerMembers(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;

  app.get(path, dashboardRoute('members.read'), async (request) => {
    const members = await listMembers(db, memberOf(request).accountId, rowsMax);
    return { ok: true, items: members.map(memberView) };
  });

  app.patch<MemberRequest>(`${path}/:id`, dashboardRoute('members.change'), async (request) => {
    const caller = callerOf(request);
    await requireProof(context, caller);
    const wanted = parseMemberRoles(jsonBody(request));
    if (!wanted.ok) throw invalidRequest(wanted);
    const member = await changeMember(dbOf(context, request), caller.member, request.params.id, wanted.value);
    await sendSecurityNotice(
      db,
      mailOffice(context),
      { accountId: caller.member.accountId },
      {
        kind: 'member_changed',
        detail: `${caller.user.name} changed the role of ${member.name} (${member.email}) to: ${roleWords(member)}.`,
        also: [member.email],
      },
    );
    return { ok: true, member: memberView(member) };
  });

  /** Everybody may leave; the operation decides who may remove others. */
  app.delete<MemberRequest>(`${path}/:id`, dashboardRoute('account.read'), async (request) => {
    const caller = callerOf(request);
    if (request.params.id !== caller.user.id) await requireProof(context, caller);
    const removed = await removeMember(dbOf(context, request), caller.member, request.params.id);
    await sendSecurityNotice(
      db,
      mailOffice(context),
      { accountId: caller.member.accountId },
      {
        kind: 'member_removed',
        detail: `${caller.user.name} removed ${removed.name} (${removed.email}).`,
        also: [removed.email],
      },
    );
    return { ok: true };
  });
}
