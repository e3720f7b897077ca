import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface AccountRow {
  account_id: string;
  email: string;
  plan: string;
  time_zone: string;
  api_access: boolean | null;
  limit_overrides: unknown;
  suspended_at: Date | null;
  suspended_reason: string | null;
  erase_at: Date | null;
  erased_at: Date | null;
  requires_two_factors: boolean;
  created_at: Date;
  updated_at: Date;
}

const columns = [
  'account_id',
  'email',
  'plan',
  'time_zone',
  'api_access',
  'limit_overrides',
  'suspended_at',
  'suspended_reason',
  'erase_at',
  'erased_at',
  'requires_two_factors',
  'created_at',
  'updated_at',
] as const;

export function findAccount(db: Db, accountId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').select(columns).where('account_id', '=', accountId).executeTakeFirst();
}

export function listAccounts(db: Db, limit: number): Promise<AccountRow[]> {
  return db
    .selectFrom('accounts')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('account_id', 'desc')
    .limit(limit)
    .execute();
}

export interface NewAccount {
  account_id: string;
  email: string;
  plan: string;
  time_zone: string;
  api_access: boolean | null;
  limit_overrides: string;
}

export function insertAccount(tx: Tx, account: NewAccount): Promise<AccountRow> {
  return tx.insertInto('accounts').values(account).returning(columns).executeTakeFirstOrThrow();
}

export type AccountChange = Partial<Omit<NewAccount, 'account_id'>>;

export function updateAccount(tx: Tx, accountId: string, change: AccountChange): Promise<AccountRow> {
  return tx
    .updateTable('accounts')
    .set(change)
    .where('account_id', '=', accountId)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Serializes changes of an account. Taken before any lock on a project or code. */
export function lockAccount(tx: Tx, accountId: string): Promise<AccountRow | undefined> {
  return tx
    .selectFrom('accounts')
    .select(columns)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The default project of a new account. Its `created_via` is null. */
export async function insertInitialProject(tx: Tx, projectId: string, accountId: string): Promise<void> {
  await tx
    .insertInto('projects')
    .values({ project_id: projectId, account_id: accountId, name: 'Default project', is_default: true })
    .execute();
}

/** @param reason null resumes the account. */
export function updateSuspension(
  db: Db,
  accountId: string,
  reason: string | null,
): Promise<AccountRow | undefined> {
  return db
    .updateTable('accounts')
    .set({
      suspended_reason: reason,
      suspended_at: reason === null ? null : sql`coalesce(suspended_at, now())`,
    })
    .where('account_id', '=', accountId)
    .returning(columns)
    .executeTakeFirst();
}

/** @param days from now; null cancels the erasure. Nothing can be changed once it has begun. */
export function updateErasure(
  db: Db,
  accountId: string,
  days: number | null,
): Promise<AccountRow | undefined> {
  return db
    .updateTable('accounts')
    .set({
      erase_at: days === null ? null : sql`coalesce(erase_at, now() + ${days}::int * interval '1 day')`,
    })
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}

/** The owner of the old address may have created keys. */
export async function updateKeysRevoked(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}
