import type { Actor } from './actor.ts';
import { Refusal } from './errors.ts';
import { type Role, roles } from './role.ts';

interface Permission {
  /** The weakest role that may do it. */
  role: Role;
  /** Where the role counts: only in the account, also in the project concerned, or in any project. */
  place: 'account' | 'project' | 'anywhere';
  /** Completes "You can't …". */
  words: string;
}

/** Who may do what. This is the only such table; every operation asks it through its actor. */
export const permissions = {
  'account.read': { role: 'viewer', place: 'anywhere', words: 'see this account' },
  'account.change': { role: 'admin', place: 'account', words: 'change the settings of this account' },
  'account.export': { role: 'owner', place: 'account', words: 'export the data of this account' },
  'account.erase': { role: 'owner', place: 'account', words: 'erase this account' },
  'members.read': { role: 'viewer', place: 'account', words: 'see the members of this account' },
  'members.change': { role: 'admin', place: 'account', words: 'invite, change or remove members' },
  'owners.change': { role: 'owner', place: 'account', words: 'add, change or remove owners' },
  'keys.read': { role: 'admin', place: 'account', words: 'see API keys' },
  'keys.change': { role: 'admin', place: 'account', words: 'create or revoke API keys' },
  'projects.read': { role: 'viewer', place: 'project', words: 'see this project' },
  'projects.create': { role: 'admin', place: 'account', words: 'create projects' },
  'projects.change': { role: 'admin', place: 'project', words: 'change this project' },
  'projects.default': { role: 'admin', place: 'account', words: 'choose the default project' },
  'domains.read': { role: 'viewer', place: 'project', words: 'see the domain of this project' },
  'domains.change': { role: 'admin', place: 'project', words: 'change the domain of this project' },
  'codes.read': { role: 'viewer', place: 'project', words: 'see the codes of this project' },
  'codes.change': { role: 'editor', place: 'project', words: 'create or change codes in this project' },
  'analytics.read': { role: 'viewer', place: 'project', words: 'see the analytics of this project' },
  'designs.try': { role: 'editor', place: 'anywhere', words: 'try designs' },
  'templates.read': { role: 'viewer', place: 'anywhere', words: 'see templates' },
  'templates.change': { role: 'editor', place: 'account', words: 'save or delete templates' },
} as const satisfies Record<string, Permission>;

export type Action = keyof typeof permissions;

/** @param projectId without it, for actions in projects: whether there is any project in which the actor may do it. */
export function can(actor: Actor, action: Action, projectId?: string): boolean {
  if (actor.kind !== 'member') return true;
  if (isEnough(actor.role, action)) return true;
  const { place } = permissions[action];
  if (place === 'account') return false;
  if (place === 'project' && projectId !== undefined)
    return isEnough(actor.projects.get(projectId) ?? null, action);
  return [...actor.projects.values()].some((role) => isEnough(role, action));
}

/** Whether a role allows the action where it is held. */
export function isEnough(role: Role | null, action: Action): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(permissions[action].role);
}

export function permit(actor: Actor, action: Action, projectId?: string): void {
  if (can(actor, action, projectId)) return;
  throw new Refusal(
    'forbidden',
    `Your role doesn't allow this: you can't ${permissions[action].words}. Ask an admin of the account.`,
  );
}

/** The projects that the actor can see; null means all. */
export function visibleProjects(actor: Actor): string[] | null {
  if (actor.kind !== 'member' || actor.role !== null) return null;
  return [...actor.projects.keys()];
}
