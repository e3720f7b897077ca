import type { LedgerEvent } from '#core/ledger-record.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { type BatchKey, listBatchEvents } from './place-queries.ts';

/** Events of some codes by batch, from the server that has it. A batch that is no longer kept is missing. */
export async function readEvents(
  db: Db,
  ledgers: LedgerDatabases,
  qrIds: string[],
  batches: readonly BatchKey[],
): Promise<Map<string, Map<string, LedgerEvent[]>>> {
  const found = new Map<string, Map<string, LedgerEvent[]>>();
  let missing = batches;
  const look = async (server: Db) => {
    for (const { batch_id, qr_ids, events } of await listBatchEvents(server, qrIds, missing)) {
      const byCode = Map.groupBy(events as LedgerEvent[], ([place]) => qr_ids[place - 1] ?? '');
      found.set(batch_id, byCode);
    }
    missing = missing.filter(({ batchId }) => !found.has(batchId));
  };
  await look(db);
  if (missing.length === 0 || ledgers.isEmpty) return found;
  // Without one of them, scans would seem to be missing.
  for (const server of await ledgers.listAll()) if (missing.length > 0) await look(server.db);
  return found;
}
