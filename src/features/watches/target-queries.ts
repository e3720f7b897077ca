import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/** Empty if it has none. */
export async function findQrCodeTarget(tx: Tx, qrId: string): Promise<string> {
  const { rows } = await sql<{ redirect_url: string }>`
    select redirect_url from qr_codes where qr_id = ${qrId}`.execute(tx);
  return rows[0]?.redirect_url ?? '';
}
