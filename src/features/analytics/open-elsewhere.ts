import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import type { LedgerDatabases, LedgerServer } from '../ledger-servers/ledger-databases.ts';
import { listCodesOf, listOpenBatches, type OpenBatch } from './rollup-queries.ts';

/** Scans of some codes that a ledger server has not transferred, from one snapshot. */
export interface OpenElsewhere {
  serverId: string;
  /** The number of its newest roll-up, with the batches in that transfer. */
  number: number;
  rollingIds: string[];
  batches: OpenBatch[];
}

/** Null if it is too much to read, or a server is away. */
export async function listOpenElsewhere(
  db: Db,
  ledgers: LedgerDatabases,
  subjectId: string,
  bounds: { rows: number; events: number },
): Promise<OpenElsewhere[] | null> {
  if (ledgers.isEmpty) return [];
  const qrIds = await listCodesOf(db, subjectId);
  if (qrIds === null) return null;
  const answers = await ledgers.ask((server) => readServer(server, qrIds, bounds));
  return answers.includes(null) ? null : answers.filter((answer) => answer !== null);
}

async function readServer(
  { id, db }: LedgerServer,
  qrIds: string[],
  bounds: { rows: number; events: number },
): Promise<OpenElsewhere | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql<{ number: number; batch_ids: string[] }>`
        select number, batch_ids from ledger_transfers where kind = 'roll_up'`.execute(tx);
      const batches = await listOpenBatches(tx, qrIds, bounds);
      const [transfer] = rows;
      if (batches === null || transfer === undefined) return null;
      return { serverId: id, number: transfer.number, rollingIds: transfer.batch_ids, batches };
    });
}

/** Batches that are not in the roll-ups of this transaction's snapshot; null if those include a later roll-up. */
export async function listStillOpen(
  tx: Tx,
  elsewhere: readonly OpenElsewhere[],
): Promise<OpenBatch[] | null> {
  if (elsewhere.length === 0) return [];
  const { rows } = await sql<{ server_id: string; roll_up_number: number }>`
    select server_id, roll_up_number from ledger_servers`.execute(tx);
  const numbers = new Map(rows.map(({ server_id, roll_up_number }) => [server_id, roll_up_number]));
  const open: OpenBatch[] = [];
  for (const { serverId, number, rollingIds, batches } of elsewhere) {
    const added = numbers.get(serverId);
    if (added !== number && added !== number - 1) return null;
    const rolling = new Set(added === number ? rollingIds : []);
    open.push(...batches.filter(({ batch_id }) => !rolling.has(batch_id)));
  }
  return open;
}
