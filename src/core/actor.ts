import type { Entitlements } from './entitlements.ts';
import { boundless } from './plan.ts';
import type { ProjectRole, Role } from './role.ts';
import type { Scope } from './scopes.ts';

interface Acting {
  accountId: string;
  entitlements: Entitlements;
}

/** A signed-in user in one of their accounts. */
export interface Member extends Acting {
  kind: 'member';
  userId: string;
  /** In all of the account; null: only in single projects. */
  role: Role | null;
  /** Roles in single projects, by project ID. */
  projects: ReadonlyMap<string, ProjectRole>;
}

/** A program with an API key, or with a token of an OAuth client. */
export interface KeyActor extends Acting {
  kind: 'api_key' | 'oauth_client';
  keyId: string;
  /** Null: unrestricted. */
  scopes: readonly Scope[] | null;
  /** Null: all projects. */
  projects: ReadonlySet<string> | null;
}

/** The operator on behalf of an account, or the installation itself. Plans don't apply to them. */
export interface Operator extends Acting {
  kind: 'operator' | 'system';
}

/** Who acts, for which account, and what that account may do. */
export type Actor = Member | KeyActor | Operator;

export function operatorOf(accountId: string): Operator {
  const entitlements = { plan: boundless, limits: boundless.limits, apiAccess: true };
  return { kind: 'operator', accountId, entitlements };
}

/** The origin that is stored in records of the account; null if nobody of the account acted. */
export function originOf({ kind }: Actor): 'api' | 'dashboard' | null {
  if (kind === 'api_key' || kind === 'oauth_client') return 'api';
  return kind === 'member' ? 'dashboard' : null;
}
