import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectRole, Role } from '#core/role.ts';
import { projectsQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Member } from '../api/types.ts';
import { useCan } from '../api/use-can.ts';
import { Button } from '../ui/button.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { roleNames, roleOptions } from './roles.ts';

interface RoleDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Without it: an invitation. */
  member?: Member;
}

/** Invites somebody, or changes the role of a member. */
export function RoleDialog({ isOpen, onClose, member }: RoleDialogProps) {
  return (
    <Modal
      title={member === undefined ? 'Invite a member' : `Role of ${member.name}`}
      isOpen={isOpen}
      onClose={onClose}
    >
      <RoleForm onClose={onClose} {...(member && { member })} />
    </Modal>
  );
}

function RoleForm({ onClose, member }: Omit<RoleDialogProps, 'isOpen'>) {
  const can = useCan();
  const projects = useQuery(projectsQuery);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<string>(member === undefined ? 'editor' : (member.role ?? ''));
  const [own, setOwn] = useState<Record<string, ProjectRole>>(member?.projects ?? {});
  const save = useAction({
    run: () => {
      const body = { role: role === '' ? null : role, projects: own };
      return member === undefined
        ? request('/invitations', { method: 'POST', body: { ...body, email: email.trim() } })
        : request(`/members/${member.user_id}`, { method: 'PATCH', body });
    },
    stale: [['members'], ['invitations'], ['usage'], ['me'], ['changes']],
    done: member === undefined ? `Invitation sent to ${email.trim()}.` : 'Role changed.',
    onDone: onClose,
    isQuiet: true,
  });
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      {member === undefined && (
        <TextField
          label="Email"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          hint="The link works for the owner of this address only."
          required
          autoFocus
        />
      )}
      <Choice
        label="Role in the account"
        value={role}
        onChange={setRole}
        options={[...roleOptions(can('owners.change')), { value: '', label: 'Only single projects' }]}
        hint={role === '' ? 'Sees only the projects that you choose below.' : roleNames[role as Role].hint}
      />
      {role !== 'owner' && role !== 'admin' && (
        <fieldset className="max-h-56 space-y-2 overflow-y-auto">
          <legend className="mb-1.5 text-[13px] font-medium">Roles in single projects</legend>
          {(projects.data ?? []).map((project) => (
            <div key={project.project_id} className="flex items-center gap-3">
              <span className="min-w-0 grow truncate text-[13px]">{project.name}</span>
              <Choice
                label={`Role in ${project.name}`}
                isLabelHidden
                className="w-36 shrink-0"
                value={own[project.project_id] ?? ''}
                onChange={(next) => {
                  const { [project.project_id]: _was, ...rest } = own;
                  setOwn(next === '' ? rest : { ...rest, [project.project_id]: next as ProjectRole });
                }}
                options={[{ value: '', label: 'No role' }, ...roleOptions(false)]}
              />
            </div>
          ))}
        </fieldset>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {member === undefined ? 'Send invitation' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
