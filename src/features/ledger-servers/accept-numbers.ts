import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { LedgerServer } from './ledger-databases.ts';
import { unsettleLimits } from './unsettle-limits.ts';

interface Numbered {
  number: number;
  /** Null: nothing is in transfer, or it is unknown what was added. */
  id: string | null;
}

/** After one of two servers was restored: the first one continues with the next transfer of the other. Matching numbers stay unchanged. */
export async function acceptNumbers(db: Db, server: LedgerServer): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const kind of ['fold', 'roll_up'] as const) {
      const { rows: added } = await sql<Numbered>`
        select ${sql.ref(`${kind}_number`)} as number, ${sql.ref(`${kind}_id`)} as id from ledger_servers
        where server_id = ${server.id} for no key update`.execute(tx);
      const { rows: sent } = await sql<Numbered>`
        select number, transfer_id as id from ledger_transfers where kind = ${kind}`.execute(server.db);
      const [known, newest] = [added[0], sent[0]];
      if (known === undefined || newest === undefined)
        throw new Error('This ledger server is not known. Run: waypost migrate');
      if (follows(known, newest)) continue;
      const number = newest.id === null ? newest.number : newest.number - 1;
      if (kind === 'fold')
        await sql`update ledger_servers set fold_left = '[]' where server_id = ${server.id}`.execute(tx);
      await sql`update ledger_servers set ${sql.ref(`${kind}_id`)} = null, ${sql.ref(`${kind}_number`)} = ${number}
        where server_id = ${server.id}`.execute(tx);
    }
    await unsettleLimits(tx);
  });
}

/** Whether the newest transfer is the last one that was added, or the next one to be added. */
function follows(known: Numbered, newest: Numbered): boolean {
  if (known.number === newest.number) return newest.id === null || newest.id === known.id;
  return newest.id !== null && known.number === newest.number - 1;
}
