import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import type { Db } from '#features/database.ts';
import type { TestAccount, TestApi } from './test-api.ts';

/** What clients saw of one code. */
export interface Tally {
  id: string;
  slug: string;
  limit: number | null;
  attempted: number;
  /** Redirects that arrived whole. */
  acknowledged: number;
}

export async function makeTally(api: TestApi, account: TestAccount, limit: number | null): Promise<Tally> {
  const { qr_id: id } = await api.createQrCode(account, limit === null ? {} : { scan_limit: limit });
  return { id, slug: await api.publishQrCode(id), limit, attempted: 0, acknowledged: 0 };
}

/**
 * For each code: acknowledged ≤ counted ≤ attempted, never above the limit, and as many events as counted scans.
 * @param isWhole every attempt got an answer, so codes without a limit must be counted exactly.
 */
export async function assertTallies(db: Db, tallies: Tally[], isWhole: boolean): Promise<void> {
  for (const { id, slug, limit, attempted, acknowledged } of tallies) {
    const uuid = parseIdentifier('qrc', id) ?? '';
    const { rows } = await sql<{ counted: number; events: number }>`
      select scan_count as counted, (select count(*) from scan_events where qr_id = ${uuid}) as events
      from scan_state where qr_id = ${uuid}`.execute(db);
    const { counted = -1, events = -1 } = rows[0] ?? {};
    const told = `${slug}, limit ${limit}: ${attempted} attempted, ${acknowledged} acknowledged, ${counted} counted, ${events} events`;
    assert.ok(acknowledged <= counted, `a scan was lost: ${told}`);
    assert.ok(counted <= attempted, `a scan was counted twice: ${told}`);
    assert.ok(limit === null || counted <= limit, `above the limit: ${told}`);
    assert.equal(events, counted, told);
    if (isWhole && limit === null && acknowledged === attempted) assert.equal(counted, attempted, told);
  }
}
