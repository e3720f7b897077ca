import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';

/** The tables as `migrations/` makes them. Types only. */
export interface Database {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  projects: ProjectsTable;
  idempotency_keys: IdempotencyKeysTable;
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/** Set when the row is made, and never again (D60). */
type Fixed<Type> = ColumnType<Type, Type | undefined, never>;
/** Written by a trigger only. */
type SystemWritten<Type> = ColumnType<Type, never, never>;

interface AccountsTable {
  account_id: Fixed<string>;
  email: string;
  plan: string;
  time_zone: Generated<string>;
  api_access: boolean | null;
  limit_overrides: ColumnType<unknown, string | undefined, string>;
  version: SystemWritten<number>;
  created_at: Fixed<Date>;
  updated_at: SystemWritten<Date>;
}

interface ApiKeysTable {
  key_id: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
  key_hash: Fixed<Buffer>;
  display_prefix: Fixed<string>;
  scope: Generated<string>;
  created_at: Fixed<Date>;
  revoked_at: Date | null;
}

interface ProjectsTable {
  project_id: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
  description: Generated<string>;
  is_default: Generated<boolean>;
  is_archived: Generated<boolean>;
  created_via: Fixed<'api' | 'dashboard' | null>;
  version: SystemWritten<number>;
  created_at: Fixed<Date>;
  updated_at: SystemWritten<Date>;
}

interface IdempotencyKeysTable {
  account_id: Fixed<string>;
  method: Fixed<string>;
  path: Fixed<string>;
  key: Fixed<string>;
  body_hash: Buffer;
  status: number | null;
  body: string | null;
  created_at: Generated<Date>;
}
