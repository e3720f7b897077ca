import type { Actor, KeyActor, Member } from './actor.ts';
import { Refusal } from './errors.ts';
import { type Role, roles } from './role.ts';
import { hasScope, type Scope } from './scopes.ts';

interface Permission {
  /** The weakest role that may do it. */
  role: Role;
  /** Where the role counts: only in the account, also in the project concerned, or in any project. */
  place: 'account' | 'project' | 'anywhere';
  /** Completes "You can't …". */
  words: string;
  /** The scope that allows it to programs; null: only people do it. */
  scope: Scope | null;
  /** Another scope that allows it too. */
  orScope?: Scope;
  /** A scope that it needs as well. */
  andScope?: Scope;
}

/** Which members and programs may do what. This is the only such table; every operation asks it through its actor. */
export const permissions = {
  'account.read': { role: 'viewer', place: 'anywhere', words: 'see this account', scope: 'qr.read' },
  'account.change': {
    role: 'admin',
    place: 'account',
    words: 'change the settings of this account',
    scope: null,
  },
  'account.export': {
    role: 'owner',
    place: 'account',
    words: 'export the data of this account',
    scope: null,
  },
  'account.erase': { role: 'owner', place: 'account', words: 'erase this account', scope: null },
  'members.read': { role: 'viewer', place: 'account', words: 'see the members of this account', scope: null },
  'members.change': {
    role: 'admin',
    place: 'account',
    words: 'invite, change or remove members',
    scope: null,
  },
  'owners.change': { role: 'owner', place: 'account', words: 'add, change or remove owners', scope: null },
  'keys.read': { role: 'admin', place: 'account', words: 'see API keys', scope: null },
  'keys.change': { role: 'admin', place: 'account', words: 'create or revoke API keys', scope: null },
  'sso.read': { role: 'admin', place: 'account', words: 'see the settings of single sign-on', scope: null },
  'sso.change': { role: 'owner', place: 'account', words: 'change how members sign in', scope: null },
  'projects.read': { role: 'viewer', place: 'project', words: 'see this project', scope: 'qr.read' },
  'projects.create': { role: 'admin', place: 'account', words: 'create projects', scope: 'qr.write' },
  'projects.change': { role: 'admin', place: 'project', words: 'change this project', scope: null },
  'projects.default': { role: 'admin', place: 'account', words: 'choose the default project', scope: null },
  'domains.read': { role: 'viewer', place: 'project', words: 'see the domain of this project', scope: null },
  'domains.change': {
    role: 'admin',
    place: 'project',
    words: 'change the domain of this project',
    scope: null,
  },
  'codes.read': {
    role: 'viewer',
    place: 'project',
    words: 'see the codes of this project',
    scope: 'qr.read',
  },
  'codes.change': {
    role: 'editor',
    place: 'project',
    words: 'create or change codes in this project',
    scope: 'qr.write',
  },
  'history.read': {
    role: 'viewer',
    place: 'project',
    words: 'see the history of this project',
    scope: 'qr.read',
  },
  'audit.read': { role: 'admin', place: 'account', words: 'see the audit log', scope: null },
  'analytics.read': {
    role: 'viewer',
    place: 'project',
    words: 'see the analytics of this project',
    scope: 'analytics.read',
  },
  // The answer has destinations, and says when they were scanned.
  'rehearsals.use': {
    role: 'viewer',
    place: 'project',
    words: 'rehearse changes with the scans of this project',
    scope: 'analytics.read',
    andScope: 'qr.read',
  },
  // What is in the export decides which of the scopes it needs.
  'exports.use': {
    role: 'viewer',
    place: 'anywhere',
    words: 'export data',
    scope: 'qr.read',
    orScope: 'analytics.read',
  },
  'events.read': {
    role: 'viewer',
    place: 'project',
    words: 'read events',
    scope: 'webhooks.write',
    andScope: 'qr.read',
  },
  'webhooks.change': {
    role: 'admin',
    place: 'project',
    words: 'manage webhooks',
    scope: 'webhooks.write',
  },
  // Its tools ask again for what they do.
  'mcp.use': {
    role: 'viewer',
    place: 'anywhere',
    words: 'use MCP',
    scope: 'qr.read',
    orScope: 'analytics.read',
  },
  'designs.try': { role: 'editor', place: 'anywhere', words: 'try designs', scope: 'qr.write' },
  'templates.read': { role: 'viewer', place: 'anywhere', words: 'see templates', scope: 'qr.read' },
  'templates.change': {
    role: 'editor',
    place: 'account',
    words: 'save or delete templates',
    scope: 'qr.write',
  },
} as const satisfies Record<string, Permission>;

export type Action = keyof typeof permissions;

/** @param projectId without it, for actions in projects: whether there is any project in which the actor may do it. */
export function can(actor: Actor, action: Action, projectId?: string): boolean {
  if (actor.kind === 'member') return isMemberAllowed(actor, action, projectId);
  if (!('keyId' in actor)) return true;
  return isInScope(actor, action) && reaches(actor, action, projectId);
}

/** Whether the actor may do this in all of the account, not only in single projects. */
export function canEverywhere(actor: Actor, action: Action): boolean {
  if (actor.kind === 'member') return isEnough(actor.role, action);
  return can(actor, action) && !('keyId' in actor && actor.projects !== null);
}

/** For requests that name a project: without one, they are about all of the account. */
export function permitEverywhere(actor: Actor, action: Action): void {
  permit(actor, action);
  if (canEverywhere(actor, action)) return;
  throw 'keyId' in actor
    ? new Refusal('insufficient_scope', 'This key is limited to projects: name one of them with project_id.')
    : new Refusal('forbidden', 'Your role is limited to projects: choose one of them.', {
        param: 'project_id',
      });
}

function isMemberAllowed(member: Member, action: Action, projectId?: string): boolean {
  if (isEnough(member.role, action)) return true;
  const { place } = permissions[action];
  if (place === 'account') return false;
  if (place === 'project' && projectId !== undefined)
    return isEnough(member.projects.get(projectId) ?? null, action);
  return [...member.projects.values()].some((role) => isEnough(role, action));
}

/** Whether a program may do this in the place where it happens. */
function reaches({ projects }: KeyActor, action: Action, projectId?: string): boolean {
  if (projects === null) return true;
  const { place } = permissions[action];
  if (place === 'account') return false;
  return place === 'anywhere' || projectId === undefined || projects.has(projectId);
}

function isInScope({ scopes }: KeyActor, action: Action): boolean {
  const { scope, orScope, andScope }: Permission = permissions[action];
  if (andScope !== undefined && !hasScope(scopes, andScope)) return false;
  return [scope, orScope].some((one) => one !== null && one !== undefined && hasScope(scopes, one));
}

/** Whether a role allows the action where it is held. */
export function isEnough(role: Role | null, action: Action): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(permissions[action].role);
}

export function permit(actor: Actor, action: Action, projectId?: string): void {
  if (can(actor, action, projectId)) return;
  const { words, scope, andScope }: Permission = permissions[action];
  if (!('keyId' in actor))
    throw new Refusal(
      'forbidden',
      `Your role doesn't allow this: you can't ${words}. Ask an admin of the account.`,
    );
  const missing = [scope, andScope].filter(
    (one) => one !== null && one !== undefined && !hasScope(actor.scopes, one),
  );
  const reason = isInScope(actor, action)
    ? `This key is limited to projects: it can't ${words}. Use a key without this limit.`
    : scope === null
      ? `Keys can't ${words}. Use the dashboard.`
      : `This key can't ${words}: it needs the scope ${missing.join(' and ')}.`;
  throw new Refusal('insufficient_scope', reason);
}

/** The projects that the actor can see; null means all. */
export function visibleProjects(actor: Actor): string[] | null {
  if ('keyId' in actor) return actor.projects && [...actor.projects];
  if (actor.kind !== 'member' || actor.role !== null) return null;
  return [...actor.projects.keys()];
}
