import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Mail, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { PlanNotice } from '../account/plan-notice.tsx';
import { invitationsQuery, membersQuery, meQuery, projectsQuery, usageQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Invitation, Member } from '../api/types.ts';
import { useCan } from '../api/use-can.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatDate, plural } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useAction } from '../ui/use-action.ts';
import { RoleDialog } from './role-dialog.tsx';
import { roleNames } from './roles.ts';

export function MembersPage() {
  const can = useCan();
  const members = useQuery({ ...membersQuery, enabled: can('members.read') });
  const usage = useQuery(usageQuery);
  const invitations = useQuery({ ...invitationsQuery, enabled: can('members.change') });
  const [isInviting, setInviting] = useState(false);
  if (!can('members.read'))
    return (
      <Notice tone="info">
        You have access to single projects only, so you can’t see the members of this account.
      </Notice>
    );
  const limit = usage.data?.limits?.members ?? null;
  const people = (members.data?.length ?? 0) + (invitations.data?.length ?? 0);
  const isFull = limit !== null && people >= limit;
  return (
    <div className="space-y-6">
      {isFull && can('members.change') && (
        <PlanNotice>
          Your plan includes {plural(limit, 'member')}, so there is no room for another one.
        </PlanNotice>
      )}
      <Card
        title="Members"
        hint={
          limit === null ? undefined : `Your plan allows ${plural(limit, 'member')}, including invitations.`
        }
        action={
          can('members.change') ? (
            <Button
              look="primary"
              icon={<UserPlus className="size-4" aria-hidden />}
              disabled={isFull}
              onClick={() => setInviting(true)}
            >
              Invite
            </Button>
          ) : undefined
        }
        bodyClass="p-2 sm:p-3"
      >
        <QueryState query={members}>
          {(items) => (
            <ul className="divide-y divide-line">
              {items.map((member) => (
                <MemberRow key={member.user_id} member={member} />
              ))}
            </ul>
          )}
        </QueryState>
      </Card>
      {can('members.change') && <Invitations />}
      <RoleDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </div>
  );
}

function MemberRow({ member }: { member: Member }) {
  const can = useCan();
  const { data: me } = useSuspenseQuery(meQuery);
  const isSelf = member.user_id === me.user.user_id;
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const remove = useAction({
    run: () => request(`/members/${member.user_id}`, { method: 'DELETE' }),
    stale: isSelf ? [] : [['members'], ['usage'], ['changes']],
    done: `${member.name} no longer has access.`,
    onDone: () => {
      setOpen(null);
      if (isSelf) window.location.assign('/dashboard');
    },
  });
  const isOpenToMe = can('members.change') && (member.role !== 'owner' || can('owners.change'));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="truncate">{member.name}</span>
          {isSelf && <Badge tone="accent">you</Badge>}
          {member.has_second_factor && <Badge tone="good">two factors</Badge>}
        </p>
        <p className="mt-0.5 truncate text-[13px] text-soft">
          {member.email} · joined {formatDate(member.joined_at)}
        </p>
      </div>
      <RoleWords role={member.role} projects={member.projects} />
      {(isOpenToMe || isSelf) && (
        <div className="flex gap-2">
          {isOpenToMe && (
            <Button
              size="small"
              onClick={() => setOpen('change')}
              aria-label={`Change role of ${member.name}`}
            >
              Change role
            </Button>
          )}
          <Button
            size="small"
            look="danger"
            onClick={() => setOpen('remove')}
            aria-label={isSelf ? 'Leave account' : `Remove ${member.name}`}
          >
            {isSelf ? 'Leave' : 'Remove'}
          </Button>
        </div>
      )}
      <RoleDialog isOpen={open === 'change'} onClose={() => setOpen(null)} member={member} />
      <Confirm
        title={isSelf ? 'Leave this account?' : `Remove ${member.name}?`}
        action={isSelf ? 'Leave' : 'Remove'}
        isOpen={open === 'remove'}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setOpen(null)}
      >
        <p>
          {isSelf ? 'You lose' : 'They lose'} access at once. Codes and history stay. API keys belong to the
          account: if {isSelf ? 'you know' : 'they know'} a key, revoke it too.
        </p>
      </Confirm>
    </li>
  );
}

function RoleWords({ role, projects }: Pick<Member, 'role' | 'projects'>) {
  const own = useQuery(projectsQuery);
  const entries = Object.entries(projects);
  const names = entries.map(([id, projectRole]) => {
    const name = own.data?.find(({ project_id }) => project_id === id)?.name ?? 'a project';
    return `${roleNames[projectRole].label} of ${name}`;
  });
  return (
    <div className="text-[13px] text-soft sm:w-44">
      {role !== null && <p className="font-medium text-text">{roleNames[role].label}</p>}
      {names.slice(0, 3).map((text) => (
        <p key={text} className="truncate">
          {text}
        </p>
      ))}
      {names.length > 3 && <p>and {names.length - 3} more</p>}
    </div>
  );
}

function Invitations() {
  const invitations = useQuery(invitationsQuery);
  const can = useCan();
  const revoke = useAction({
    run: (invitation: Invitation) =>
      request(`/invitations/${invitation.invitation_id}`, { method: 'DELETE' }),
    stale: [['invitations'], ['usage'], ['changes']],
    done: 'Invitation revoked. Its link no longer works.',
  });
  return (
    <Card title="Invitations" hint="Links work once and for seven days." bodyClass="p-2 sm:p-3">
      <QueryState query={invitations} height="h-24">
        {(items) =>
          items.length === 0 ? (
            <EmptyState icon={<Mail className="size-6" aria-hidden />} title="No open invitations">
              <p>People whom you invite appear here until they accept.</p>
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {items.map((invitation) => (
                <li
                  key={invitation.invitation_id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3"
                >
                  <div className="min-w-0 grow">
                    <p className="truncate font-medium">{invitation.email}</p>
                    <p className="mt-0.5 text-[13px] text-soft">
                      The link works until {formatDate(invitation.expires_at)}
                    </p>
                  </div>
                  <RoleWords role={invitation.role} projects={invitation.projects} />
                  {(invitation.role !== 'owner' || can('owners.change')) && (
                    <Button
                      size="small"
                      look="danger"
                      isBusy={revoke.isPending && revoke.variables === invitation}
                      onClick={() => revoke.mutate(invitation)}
                      aria-label={`Revoke the invitation of ${invitation.email}`}
                    >
                      Revoke
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  );
}
