import { sql } from 'kysely';
import { dayMs } from '#core/analytics/dimension.ts';
import type { MomentRange } from '#core/analytics/local-series.ts';
import { firstId } from '#core/first-id.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { decodeGrant, keepCounted, type LedgerBatch } from '#core/ledger-record.ts';
import type { Row } from '#core/table-rows.ts';
import type { Db } from '../database.ts';
import { listFirstNumbers } from '../scans/place-queries.ts';
import { scanView } from '../scans/scan-view.ts';

/** The migration that turned numbering on. */
const numberingMigration = 24;
const batchesAtOnce = 100;

interface Batch extends LedgerBatch {
  recorded_on: string;
  batch_id: string;
}

/**
 * Scans from before they were numbered: those of an installation that is older than numbering, until its retention has passed. They are not in
 * `scan_places`, so whole days are read. Only the first server has such days.
 */
export async function* readUnnumberedRows(
  db: Db,
  accountId: string,
  codes: ReadonlySet<string>,
  range: MomentRange,
  isWanted: (qrId: string, ms: number) => boolean,
): AsyncGenerator<Row[]> {
  const last = await findNumberingDay(db);
  const first = new Date(range.fromMs - dayMs).toISOString().slice(0, 10);
  const end = new Date(range.untilMs + dayMs).toISOString().slice(0, 10);
  if (last === null || first > last) return;
  let after = { recorded_on: first, batch_id: firstId };
  for (;;) {
    const batches = await listBatches(db, after, last < end ? last : end);
    const newest = batches.at(-1);
    if (newest === undefined) return;
    const own = batches.filter(({ qr_ids }) => qr_ids.some((qrId) => codes.has(qrId)));
    yield await rowsOf(db, accountId, own, codes, isWanted);
    after = newest;
  }
}

async function rowsOf(
  db: Db,
  accountId: string,
  batches: Batch[],
  codes: ReadonlySet<string>,
  isWanted: (qrId: string, ms: number) => boolean,
): Promise<Row[]> {
  const [oldest] = batches;
  if (oldest === undefined) return [];
  const qrIds = [...new Set(batches.flatMap(({ qr_ids }) => qr_ids))].filter((qrId) => codes.has(qrId));
  const batchIds = batches.map(({ batch_id }) => batch_id);
  const numbers = await listFirstNumbers(db, oldest.recorded_on, qrIds, batchIds);
  return batches.flatMap(({ batch_id: batchId, qr_ids, grants, events }) =>
    keepCounted(events, grants.map(decodeGrant)).flatMap((event) => {
      const qrId = qr_ids[event[0] - 1] ?? '';
      const isOwn = codes.has(qrId) && !numbers.has(`${batchId} ${qrId}`) && isWanted(qrId, event[2]);
      return isOwn ? [{ qr_id: formatIdentifier('qrc', qrId), ...scanView(accountId, event, null) }] : [];
    }),
  );
}

/** The last day that can have such scans; null if numbering was on from the beginning. */
async function findNumberingDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select to_char(numbering.applied_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from schema_migrations numbering join schema_migrations first on first.version = 1
    where numbering.version = ${numberingMigration} and numbering.applied_at > first.applied_at + interval '1 hour'`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

async function listBatches(
  db: Db,
  after: Pick<Batch, 'recorded_on' | 'batch_id'>,
  last: string,
): Promise<Batch[]> {
  const { rows } = await sql<Batch>`
    select to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id, qr_ids, grants, events from scan_batches
    where (recorded_on, batch_id) > (${after.recorded_on}::date, ${after.batch_id}::uuid) and recorded_on >= ${after.recorded_on}::date
      and recorded_on <= ${last}::date
    order by recorded_on, batch_id limit ${batchesAtOnce}`.execute(db);
  return rows;
}
