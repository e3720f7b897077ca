import assert from 'node:assert/strict';
import type pg from 'pg';
import { decodeGrant, type Grant } from '#core/ledger-record.ts';
import { sqlState } from '#platform/postgres.ts';
import type { ScanBatch } from './scan-batch.ts';

export interface GrantRow {
  /** One value per code, separated by commas. */
  grants: string | null;
}

/**
 * Inserts a batch, or reads the decision of an earlier insert.
 * @returns the grants; null if the statement wrote nothing.
 */
export async function insertOnce(
  pool: pg.Pool,
  statement: pg.QueryConfig,
  { batchId, recordedOn }: ScanBatch,
): Promise<string | null> {
  try {
    const { rows } = await pool.query<GrantRow>(statement);
    return rows[0]?.grants ?? null;
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    // Already counted: the response to an earlier attempt was lost.
    const { rows } = await pool.query<GrantRow>(
      `select array_to_string(grants, ',') as grants from scan_batches where recorded_on = $1 and batch_id = $2`,
      [recordedOn, batchId],
    );
    return rows[0]?.grants ?? null;
  }
}

export function readGrants(text: string | null, expected: number): Grant[] {
  const grants = (text ?? '').split(',').map((value) => decodeGrant(Number(value)));
  assert.equal(grants.length, expected, 'a code of the batch has no scan state');
  return grants;
}
