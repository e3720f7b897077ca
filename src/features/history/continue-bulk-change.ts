import type { Member } from '#core/actor.ts';
import { parseDashboardChange } from '#core/dashboard-code-input.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { permit } from '#core/permissions.ts';
import { actAs } from '../act-as.ts';
import type { Db, Tx } from '../database.ts';
import { changeQrCode } from '../qr-codes/change-qr-code.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { type BulkFailure, type BulkRow, claimBulk, isBulkRunning, updateBulkDone } from './bulk-queries.ts';
import { findBulkChangeOf } from './history-queries.ts';
import { requireBulk } from './require-bulk.ts';
import { revertChange } from './revert-change.ts';

/** A step ends after this many codes or this time. */
export const stepCodes = 50;
const stepMs = 2_000;
const claimSeconds = 60;

/** The next codes of a bulk change, each in its own transaction. After a crash, the next call goes on where it stopped. */
export async function continueBulkChange(
  db: Db,
  safety: Examiner,
  member: Member,
  bulkId: string,
): Promise<BulkRow> {
  permit(member, 'codes.change');
  const { accountId } = member;
  await requireBulk(db, member, bulkId);
  const claim = await claimBulk(db, accountId, bulkId, claimSeconds);
  const bulk = await requireBulk(db, member, bulkId);
  if (claim === undefined) return bulk;
  const failures: BulkFailure[] = [];
  let done = bulk.done;
  const started = performance.now();
  try {
    while (
      done < bulk.qr_ids.length &&
      done < bulk.done + stepCodes &&
      performance.now() - started < stepMs
    ) {
      const qrId = bulk.qr_ids[done] ?? '';
      const refusal = await applyTo(db, safety, member, bulk, qrId);
      if (refusal !== null)
        failures.push({
          qr_id: formatIdentifier('qrc', qrId),
          code: refusal.code,
          message: refusal.message,
        });
      done++;
    }
  } finally {
    await updateBulkDone(db, bulkId, claim, { done, failures });
  }
  return requireBulk(db, member, bulkId);
}

/** Null if the code is changed, or was already. */
async function applyTo(
  db: Db,
  safety: Examiner,
  member: Member,
  bulk: BulkRow,
  qrId: string,
): Promise<Refusal | null> {
  if ((await findBulkChangeOf(db, bulk.bulk_id, qrId)) !== undefined) return null;
  const acting = actAs(db, member, bulk.bulk_id);
  try {
    // Somebody may undo it while it runs: then this code stays as it is.
    const finish = (tx: Tx) => requireRunning(tx, bulk.bulk_id);
    if (bulk.reverts_id !== null) {
      const changeId = await findBulkChangeOf(db, bulk.reverts_id, qrId);
      if (changeId !== undefined) await revertChange(acting, safety, member, { qrId, changeId }, { finish });
      return null;
    }
    const change = parseDashboardChange(bulk.change ?? {});
    if (!change.ok) throw invalidRequest(change);
    await changeQrCode(acting, safety, member, qrId, change.value, { finish });
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return error;
    throw error;
  }
}

async function requireRunning(tx: Tx, bulkId: string): Promise<void> {
  if (!(await isBulkRunning(tx, bulkId))) throw new Refusal('conflict', 'The change was stopped.');
}
