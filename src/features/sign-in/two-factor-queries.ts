import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface TwoFactorRow {
  id: string;
  secret: string;
  backup_codes: string;
}

export async function listTwoFactors(db: Db, after: string, limit: number): Promise<TwoFactorRow[]> {
  const { rows } = await sql<TwoFactorRow>`
    select id, secret, backup_codes from auth_two_factors where id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Only if it hasn't changed: a backup code may be used meanwhile. */
export async function updateTwoFactorSealed(
  db: Db,
  row: TwoFactorRow,
  sealed: { secret: string; backup_codes: string },
): Promise<void> {
  await sql`update auth_two_factors set secret = ${sealed.secret}, backup_codes = ${sealed.backup_codes}
    where id = ${row.id} and secret = ${row.secret} and backup_codes = ${row.backup_codes}`.execute(db);
}

/** Turns off the second factor; the password stays. Returns the ID of the user, or null if the address is unknown. */
export async function deleteTwoFactor(db: Db, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with person as (
      update auth_users set two_factor_enabled = false, updated_at = now() where email = ${email} returning id),
    factor as (delete from auth_two_factors where user_id in (select id from person)),
    session as (delete from auth_sessions where user_id in (select id from person))
    select id from person`.execute(db);
  return rows[0]?.id ?? null;
}
