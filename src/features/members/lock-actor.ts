import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Tx } from '../database.ts';
import { noAccess } from '../sign-in/ensure-account.ts';
import { countOwners, findMember, isLastWayIn, type MemberRow } from './member-queries.ts';

/**
 * The lock of the account makes changes of its members wait for each other.
 * @returns the actor with the roles that they have now: somebody may just have changed them.
 */
export async function lockActor(tx: Tx, actor: Actor): Promise<Actor> {
  await lockAccount(tx, actor.accountId);
  if (actor.kind !== 'member') return actor;
  const now = await findMember(tx, actor.accountId, actor.userId);
  if (now === undefined) throw noAccess();
  return { ...actor, role: now.role, projects: new Map(Object.entries(now.projects)) };
}

/** Of a locked account. */
export async function requireMemberRow(tx: Tx, accountId: string, userId: string): Promise<MemberRow> {
  const member = await findMember(tx, accountId, userId);
  if (member === undefined) throw new Refusal('not_found', 'There is no such member.');
  return member;
}

/** For a member of a locked account who stops being an owner. */
export async function requireOtherOwner(tx: Tx, accountId: string, member: MemberRow): Promise<void> {
  if (member.role !== 'owner') return;
  if ((await countOwners(tx, accountId)) <= 1)
    throw new Refusal('conflict', 'An account needs an owner. Make another member an owner first.');
  if (await isLastWayIn(tx, accountId, member.user_id))
    throw new Refusal(
      'conflict',
      'Single sign-on is required, and no other owner has two factors. One of them must turn them on first.',
    );
}
