import { Command } from 'commander';
import { operatorOf } from '#core/actor.ts';
import { invalidRequest } from '#core/errors.ts';
import { parseMemberRoles } from '#core/member-input.ts';
import { roles } from '#core/role.ts';
import { listInvitations } from '#features/members/invitation-queries.ts';
import { inviteMember } from '#features/members/invite-member.ts';
import { listMembers } from '#features/members/member-queries.ts';
import { invitationView, memberView, roleWords } from '#features/members/member-view.ts';
import { jsonOption, uuidOf } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatJson, formatTable } from './output.ts';

const rowsMax = 2_000;

/** `waypost account members` and `waypost account invite`. */
export function memberCommands(context: CliContext): Command[] {
  return [membersCommand(context), inviteCommand(context)];
}

function membersCommand(context: CliContext): Command {
  return new Command('members')
    .description('list the members of an account, and open invitations')
    .argument('<id>', 'acc_…')
    .addOption(jsonOption())
    .action(async (id: string, options: { json?: boolean }) => {
      const accountId = uuidOf('acc', id);
      const members = await listMembers(context.db(), accountId, rowsMax);
      const invitations = await listInvitations(context.db(), accountId, rowsMax);
      if (options.json)
        return context.print(
          formatJson({ members: members.map(memberView), invitations: invitations.map(invitationView) }),
        );
      const rows = members.map((member) => ({
        ...memberView(member),
        role: roleWords(member),
        two_factors: member.has_second_factor ? 'yes' : 'no',
      }));
      context.print(formatTable(rows, ['user_id', 'name', 'email', 'role', 'two_factors', 'joined_at']));
      if (invitations.length === 0) return;
      context.print('\nInvited:');
      const invited = invitations.map((invitation) => ({
        ...invitationView(invitation),
        role: roleWords(invitation),
      }));
      context.print(formatTable(invited, ['invitation_id', 'email', 'role', 'expires_at']));
    });
}

function inviteCommand(context: CliContext): Command {
  return new Command('invite')
    .description('invite somebody to an account by email')
    .argument('<id>', 'acc_…')
    .requiredOption('--email <address>')
    .option('--role <role>', `role in the account: ${roles.join(', ')}`)
    .option('--project <id=role...>', 'role in a single project, such as prj_…=editor')
    .addOption(jsonOption())
    .action(
      async (id: string, options: { email: string; role?: string; project?: string[]; json?: boolean }) => {
        const projects = Object.fromEntries((options.project ?? []).map((text) => text.split('=')));
        const parsed = parseMemberRoles({ role: options.role ?? null, projects });
        if (!parsed.ok) throw invalidRequest(parsed);
        const invitation = await inviteMember(
          context.db(),
          operatorOf(uuidOf('acc', id)),
          { ...parsed.value, email: options.email },
          { office: context.mailOffice(), apiBaseUrl: context.config().apiBaseUrl, inviterName: null },
        );
        const view = invitationView(invitation);
        if (options.json) return context.print(formatJson(view));
        context.print(`${view.email} gets an email with a link that works until ${view.expires_at}.`);
      },
    );
}
