import { Refusal } from '#core/errors.ts';
import { type AccountRow, updateErasure } from '../accounts/account-queries.ts';
import type { Db } from '../database.ts';

const graceDays = 30;

/** Schedules the erasure of an account (D82). Until then its codes work and it can be cancelled. */
export async function scheduleErasure(db: Db, accountId: string): Promise<AccountRow> {
  return required(await updateErasure(db, accountId, graceDays));
}

export async function cancelErasure(db: Db, accountId: string): Promise<AccountRow> {
  return required(await updateErasure(db, accountId, null));
}

function required(account: AccountRow | undefined): AccountRow {
  if (account === undefined)
    throw new Refusal('not_found', 'There is no such account, or its erasure has already begun.');
  return account;
}
