import type { Entitlements } from './entitlements.ts';
import { boundless } from './plan.ts';

interface Acting {
  accountId: string;
  entitlements: Entitlements;
}

/** Somebody who is signed in. */
export interface Member extends Acting {
  kind: 'member';
  userId: string;
}

/** A program. */
export interface KeyActor extends Acting {
  kind: 'api_key';
  keyId: string;
  scopes: readonly string[];
}

/** Whoever runs the installation, on behalf of an account; or the installation itself. No plan binds them. */
export interface Operator extends Acting {
  kind: 'operator' | 'system';
}

/** Who does something, for which account, and what that account may do. */
export type Actor = Member | KeyActor | Operator;

export function operatorOf(accountId: string): Operator {
  const entitlements = { plan: boundless, limits: boundless.limits, apiAccess: true };
  return { kind: 'operator', accountId, entitlements };
}

/** How the account's records say where something came from; null for what nobody of the account did. */
export function originOf({ kind }: Actor): 'api' | 'dashboard' | null {
  if (kind === 'api_key') return 'api';
  return kind === 'member' ? 'dashboard' : null;
}
