import { formatIdentifier } from '#core/identifier.ts';
import type { ProjectRole } from '#core/role.ts';
import type { InvitationRow } from './invitation-queries.ts';
import type { MemberRow } from './member-queries.ts';

export function memberView({ joined_at, projects, ...member }: MemberRow) {
  return { ...member, projects: projectsView(projects), joined_at: joined_at.toISOString() };
}

export function invitationView({
  invitation_id,
  email,
  role,
  projects,
  created_at,
  expires_at,
}: InvitationRow) {
  return {
    invitation_id: formatIdentifier('inv', invitation_id),
    email,
    role,
    projects: projectsView(projects),
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}

/** For notices. */
export function roleWords({ role, projects }: Pick<MemberRow, 'role' | 'projects'>): string {
  return role ?? `only in ${Object.keys(projects).length} projects`;
}

function projectsView(projects: Record<string, ProjectRole>): Record<string, ProjectRole> {
  return Object.fromEntries(
    Object.entries(projects).map(([projectId, role]) => [formatIdentifier('prj', projectId), role]),
  );
}
