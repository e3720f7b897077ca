import { Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { type AccountRow, updateSuspension } from './account-queries.ts';

const reasonLengthMax = 500;

/**
 * Turns an account off (D74): its codes and keys respond with 403, and its domains and sign-in are refused. It is one write; a trigger tells
 * every process. Nothing is lost.
 */
export async function suspendAccount(db: Db, accountId: string, reason: string): Promise<AccountRow> {
  const text = reason.trim();
  if (text === '' || text.length > reasonLengthMax)
    throw new Refusal(
      'invalid_request',
      `Enter a reason of 1 to ${reasonLengthMax} characters. The owner can read it.`,
    );
  return required(await updateSuspension(db, accountId, text));
}

/** Turns everything on again. */
export async function resumeAccount(db: Db, accountId: string): Promise<AccountRow> {
  return required(await updateSuspension(db, accountId, null));
}

function required(account: AccountRow | undefined): AccountRow {
  if (account === undefined) throw new Refusal('not_found', 'There is no such account.');
  return account;
}
