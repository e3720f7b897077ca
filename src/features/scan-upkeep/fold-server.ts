import type { OpenRow } from '#core/plan-fold.ts';
import type { Db } from '../database.ts';
import { clearDoubts } from '../ledger-servers/clear-doubts.ts';
import type { LedgerServer } from '../ledger-servers/ledger-databases.ts';
import {
  acceptTransfer,
  beginFold,
  endTransfer,
  type Transfer,
  takeTransfer,
} from '../ledger-servers/transfer-queries.ts';
import { addOpenRows, countCodes, type Fold, idle, withoutObstacles } from './add-open-rows.ts';
import {
  closeOpenRows,
  codesMax,
  findFoldLeft,
  listFoldingRows,
  rowsMax,
  updateFoldLeft,
} from './fold-queries.ts';

/**
 * Adds open scans of a ledger server to the counts of their codes on the first server. They are marked as in transfer there, added here, and
 * removed there. If a worker is killed in between, the next one continues, and the number of the fold decides whether it was added.
 */
export async function foldServer(db: Db, server: LedgerServer, isCareful = false): Promise<Fold> {
  await clearDoubts(db, server);
  const begin = () => beginFold(server.db, { rows: rowsMax, codes: codesMax });
  const transfer = await takeTransfer(server.db, 'fold', begin);
  if (transfer === null) return idle;
  const rows = await listFoldingRows(server.db, transfer.transferId);
  const { result: isDone, isObstructed } = await withoutObstacles(isCareful, (add) =>
    db.transaction().execute(async (tx) => {
      if (!(await acceptTransfer(tx, server.id, transfer))) return false;
      const { left } = await addOpenRows(tx, rows, add);
      await updateFoldLeft(tx, server.id, left);
      return left.length === 0;
    }),
  );
  await endFold(db, server, transfer, rows);
  const codes = countCodes(rows);
  // Locked codes are tried again later.
  return { codes, isBehind: isDone && (rows.length >= rowsMax || codes >= codesMax), isObstructed };
}

/** Removes added rows, once. */
async function endFold(db: Db, server: LedgerServer, transfer: Transfer, rows: OpenRow[]): Promise<void> {
  const left = await findFoldLeft(db, server.id, transfer.transferId);
  if (left === null) return;
  const leftIds = new Set(left.map(({ openId }) => openId));
  const doneIds = rows.map(({ openId }) => openId).filter((id) => !leftIds.has(id));
  await server.db.transaction().execute(async (tx) => {
    if (await endTransfer(tx, transfer)) await closeOpenRows(tx, { doneIds, left });
  });
}
