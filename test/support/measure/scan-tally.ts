import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import type { Db } from '#features/database.ts';
import type { TestAccount, TestApi } from '../scratch/test-api.ts';

/** What clients saw of one code. */
export interface Tally {
  id: string;
  slug: string;
  limit: number | null;
  attempted: number;
  /** Complete redirects. */
  acknowledged: number;
  /** Attempts that may or may not have been counted: no response, or 503. */
  unknown: number;
  /** Refused because of the limit. */
  refused: number;
}

export async function makeTally(api: TestApi, account: TestAccount, limit: number | null): Promise<Tally> {
  const { qr_id: id } = await api.createQrCode(account, limit === null ? {} : { scan_limit: limit });
  return {
    id,
    slug: await api.publishQrCode(id),
    limit,
    attempted: 0,
    acknowledged: 0,
    unknown: 0,
    refused: 0,
  };
}

/**
 * For each code: acknowledged ≤ counted ≤ acknowledged + unknown, never above the limit, nobody refused before it, and as many events as
 * counted scans. If every attempt got a response, counted equals acknowledged.
 */
export async function assertTallies(db: Db, tallies: Tally[]): Promise<void> {
  const found = await countAll(db);
  for (const { id, slug, limit, attempted, acknowledged, unknown, refused } of tallies) {
    const { counted, events } = found.get(parseIdentifier('qrc', id) ?? '') ?? { counted: -1, events: -1 };
    const told = `${slug}, limit ${limit}: ${attempted} attempted, ${acknowledged} acknowledged, ${unknown} unknown, ${refused} refused, ${counted} counted, ${events} events`;
    assert.equal(attempted, acknowledged + unknown + refused, `an unexpected answer: ${told}`);
    assert.ok(acknowledged <= counted, `a scan was lost: ${told}`);
    assert.ok(counted <= acknowledged + unknown, `a scan was counted twice: ${told}`);
    assert.ok(limit === null || counted <= limit, `above the limit: ${told}`);
    assert.ok(refused === 0 || counted === limit, `refused before the limit: ${told}`);
    assert.equal(events, counted, told);
  }
}

/** The ledger is read once, and may take long: after an hour it has a million scans. */
function countAll(db: Db): Promise<Map<string, { counted: number; events: number }>> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '30min'`.execute(tx);
    const { rows } = await sql<{ qr_id: string; counted: number; events: number }>`
      select s.qr_id, s.scan_count + coalesce(open.scans, 0) as counted, coalesce(e.events, 0) as events
      from scan_state s left join open_counts open using (qr_id) left join (select qr_id, count(*) as events from scan_events group by qr_id) e using (qr_id)`.execute(
      tx,
    );
    return new Map(rows.map(({ qr_id: qrId, counted, events }) => [qrId, { counted, events }]));
  });
}

/** Records what a client saw of one attempt. */
export function noteAnswer(tally: Tally, status: number | undefined): void {
  tally.attempted += 1;
  if (status === 302) tally.acknowledged += 1;
  else if (status === undefined || status === 503) tally.unknown += 1;
  else if (status === 410) tally.refused += 1;
}
