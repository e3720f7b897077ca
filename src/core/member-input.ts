import { parseIdentifier } from './identifier.ts';
import { isRecord } from './is-record.ts';
import { type Parsed, refuse } from './parsed.ts';
import { type ProjectRole, projectRoles, type Role, roles } from './role.ts';

/** What a member may do: in the account, and in single projects. */
export interface MemberRoles {
  /** Null: only in the projects. */
  role: Role | null;
  /** By project ID. */
  projects: ReadonlyMap<string, ProjectRole>;
}

export const memberProjectsMax = 100;

/** `{"role": "editor"}`, or `{"role": null, "projects": {"prj_…": "viewer"}}`. */
export function parseMemberRoles(body: Record<string, unknown>): Parsed<MemberRoles> {
  const role = parseRole(body['role'] ?? null, roles);
  if (role === undefined) return refuse(`role must be one of ${roles.join(', ')}, or null.`);
  const given = body['projects'] ?? {};
  if (!isRecord(given)) return refuse('projects must be an object with a role per project ID.');
  const entries = Object.entries(given);
  if (entries.length > memberProjectsMax)
    return refuse(`projects must have at most ${memberProjectsMax} entries.`);
  const projects = new Map<string, ProjectRole>();
  for (const [id, raw] of entries) {
    const projectId = parseIdentifier('prj', id);
    const projectRole = parseRole(raw, projectRoles);
    if (projectId === null) return refuse(`projects.${id} is not a project ID.`);
    if (projectRole === undefined || projectRole === null)
      return refuse(`projects.${id} must be one of ${projectRoles.join(', ')}.`);
    projects.set(projectId, projectRole);
  }
  if (role === null && projects.size === 0) return refuse('role is required, or a role in a project.');
  return { ok: true, value: { role, projects } };
}

function parseRole<Known extends string>(raw: unknown, known: readonly Known[]): Known | null | undefined {
  return raw === null ? null : known.find((role) => role === raw);
}
