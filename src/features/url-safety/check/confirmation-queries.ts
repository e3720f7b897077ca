import { sql } from 'kysely';
import type { Db } from '../../database.ts';

export interface Confirmation {
  /** Full hashes in hexadecimal. */
  threats: { hash: string; threat: string; until: string }[];
  negative_until: Date | null;
}

export function findConfirmation(
  db: Db,
  prefix: Uint8Array,
  threatTypes: string,
): Promise<Confirmation | undefined> {
  return db
    .selectFrom('hash_confirmations')
    .select(['threats', 'negative_until'])
    .where('prefix', '=', Buffer.from(prefix))
    .where('threat_types', '=', threatTypes)
    .executeTakeFirst();
}

export async function upsertConfirmation(
  db: Db,
  prefix: Uint8Array,
  threatTypes: string,
  confirmation: Confirmation,
): Promise<void> {
  const row = {
    threats: JSON.stringify(confirmation.threats),
    negative_until: confirmation.negative_until,
  };
  await db
    .insertInto('hash_confirmations')
    .values({ prefix: Buffer.from(prefix), threat_types: threatTypes, ...row })
    .onConflict((conflict) =>
      conflict.columns(['prefix', 'threat_types']).doUpdateSet({ ...row, asked_at: sql`now()` }),
    )
    .execute();
}

/** Expired confirmations are useless. */
export async function deleteOldConfirmations(db: Db): Promise<void> {
  await db
    .deleteFrom('hash_confirmations')
    .where('asked_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
