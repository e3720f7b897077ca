import assert from 'node:assert/strict';
import type pg from 'pg';
import { decodeGrant, type Grant } from '#core/ledger-record.ts';
import { sqlState } from '#platform/postgres.ts';
import type { ScanBatch } from './scan-batch.ts';

export interface GrantRow {
  /** Separated by commas; empty if all were granted. */
  grants: string;
}

/** Inserts a batch, or finds what was decided when it was inserted before. */
export async function insertOnce(
  pool: pg.Pool,
  statement: pg.QueryConfig,
  { batchId, recordedOn, codes }: ScanBatch,
  all?: Grant[],
): Promise<Grant[]> {
  try {
    const result = await pool.query<GrantRow>(statement);
    return all !== undefined && result.rows[0]?.grants === '' ? all : readGrants(result, codes.length);
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    // Counted already: the answer to an earlier attempt was lost.
    const result = await pool.query<GrantRow>(
      `select array_to_string(grants, ',') as grants from scan_batches where recorded_on = $1 and batch_id = $2`,
      [recordedOn, batchId],
    );
    return readGrants(result, codes.length);
  }
}

export function readGrants({ rows }: pg.QueryResult<GrantRow>, expected: number): Grant[] {
  const grants = (rows[0]?.grants ?? '').split(',').map((value) => decodeGrant(Number(value)));
  assert.equal(grants.length, expected, 'a code of the batch has no scan state');
  return grants;
}
