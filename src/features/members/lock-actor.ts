import { Refusal } from '#core/errors.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Tx } from '../database.ts';
import { countOwners, findMember, type MemberRow } from './member-queries.ts';

/** The lock of the account makes changes of its members wait for each other. */
export async function lockMember(tx: Tx, accountId: string, userId: string): Promise<MemberRow> {
  await lockAccount(tx, accountId);
  const member = await findMember(tx, accountId, userId);
  if (member === undefined) throw new Refusal('not_found', 'There is no such member.');
  return member;
}

/** For a locked member who stops being an owner. */
export async function requireOtherOwner(tx: Tx, accountId: string, member: MemberRow): Promise<void> {
  if (member.role !== 'owner' || (await countOwners(tx, accountId)) > 1) return;
  throw new Refusal('conflict', 'An account needs an owner. Make another member an owner first.');
}
