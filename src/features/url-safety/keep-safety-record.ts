import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { deleteOldConfirmations } from './confirmation-queries.ts';

const orphansAtOnce = 1_000;

/** Lets go of what nobody needs: answers that have expired, history of two years ago, destinations without a code. */
export async function keepSafetyRecord(db: Db): Promise<number> {
  await deleteOldConfirmations(db);
  await db.deleteFrom('safety_log').where('logged_at', '<', sql<Date>`now() - interval '2 years'`).execute();
  return db.transaction().execute(async (tx) => {
    // Alone: whoever is about to link one of them would find it gone.
    await sql`select lock_safety()`.execute(tx);
    const { numAffectedRows } = await sql`
      delete from destinations where destination_id in (
        select destination_id from destinations known
        where checked_at < now() - interval '1 day'
          and not exists (select from qr_destinations where qr_destinations.destination_id = known.destination_id)
        limit ${orphansAtOnce})`.execute(tx);
    return Number(numAffectedRows ?? 0n);
  });
}
