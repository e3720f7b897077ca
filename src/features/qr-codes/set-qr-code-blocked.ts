import { Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { settleCodeSafety } from '../url-safety/rescan/destination-queries.ts';
import { type FullQrCodeRow, findAnyQrCode, lockQrCode, updateQrCode } from './qr-code-queries.ts';

/**
 * A block by an operator, which only an operator removes (D36). An archived code stays archived; a code with an unsafe destination stays
 * blocked for that.
 */
export async function setQrCodeBlocked(db: Db, qrId: string, blocked: boolean): Promise<FullQrCodeRow> {
  await db.transaction().execute(async (tx) => {
    const code = await lockQrCode(tx, qrId);
    if (code === undefined) throw new Refusal('not_found', 'There is no such QR code.');
    const isArchived = code.status === 'archived';
    if (blocked) {
      await updateQrCode(tx, qrId, { blocked_by: 'operator', ...(!isArchived && { status: 'blocked' }) });
    } else {
      await updateQrCode(tx, qrId, { blocked_by: null, ...(!isArchived && { status: 'active' }) });
      await settleCodeSafety(tx, qrId);
    }
  });
  const code = await findAnyQrCode(db, qrId);
  if (code === undefined) throw new Refusal('not_found', 'There is no such QR code.');
  return code;
}
