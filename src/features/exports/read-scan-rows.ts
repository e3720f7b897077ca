import { sql } from 'kysely';
import { dayMs } from '#core/analytics/dimension.ts';
import type { MomentRange } from '#core/analytics/local-series.ts';
import { formatIdentifier } from '#core/identifier.ts';
import type { Row } from '#core/table-rows.ts';
import { projectsAt } from '../analytics/projects-at.ts';
import { listCodesIn } from '../analytics/rollup-queries.ts';
import type { Db, Tx } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { listPartitionDays } from '../partition-queries.ts';
import { placedBatches, waitingBatches } from '../scans/placed-batches.ts';
import { readEvents } from '../scans/read-events.ts';
import { scanView } from '../scans/scan-view.ts';
import type { RowChunk } from './export-tools.ts';
import { readUnnumberedRows } from './read-unnumbered-rows.ts';

/** Batches of more codes are read once per group. */
const codesAtOnce = 20_000;
const placesAtOnce = 200;
const idleMsMax = 300_000;
const scansAtOnce = 2_000;

interface PlaceRow {
  qr_id: string;
  first_number: number;
  scans: number;
  recorded_on: string;
  batch_id: string;
}

/**
 * Single scans of a code, or of a project while its codes were in it. Those of one code are in the order of their numbers; otherwise, those of
 * a day are in no particular order. A transaction per day, so that the day is not dropped meanwhile.
 */
export async function* readScanRows(
  db: Db,
  ledgers: LedgerDatabases,
  subject: { accountId: string; qrId: string | null; projectId: string | null },
  range: MomentRange,
): AsyncGenerator<RowChunk> {
  const first = new Date(range.fromMs - dayMs).toISOString().slice(0, 10);
  const days = (await listPartitionDays(db, 'scan_numbers')).filter(
    (day) => day >= first && Date.parse(day) <= Date.now(),
  );
  const groups = await groupCodes(db, subject);
  const steps = days.length * groups.length;
  let step = 0;
  for (const codes of groups) {
    const projectOf = subject.projectId === null ? null : await projectsAt(db, codes);
    const isWanted = (qrId: string, ms: number) =>
      ms >= range.fromMs &&
      ms < range.untilMs &&
      (projectOf === null || projectOf(qrId, ms) === subject.projectId);
    for await (const rows of readUnnumberedRows(db, subject.accountId, new Set(codes), range, isWanted))
      yield { rows, progress: step / steps };
    for (const day of days) {
      for await (const places of readDay(db, codes, day, range))
        yield {
          rows: await rowsOf(db, ledgers, subject.accountId, places, isWanted),
          progress: step / steps,
        };
      step += 1;
    }
  }
}

async function groupCodes(
  db: Db,
  { qrId, projectId }: { qrId: string | null; projectId: string | null },
): Promise<string[][]> {
  if (qrId !== null) return [[qrId]];
  const codes = projectId === null ? [] : await listCodesIn(db, projectId);
  return Array.from({ length: Math.ceil(codes.length / codesAtOnce) }, (_, group) =>
    codes.slice(group * codesAtOnce, (group + 1) * codesAtOnce),
  );
}

async function rowsOf(
  db: Db,
  ledgers: LedgerDatabases,
  accountId: string,
  places: PlaceRow[],
  isWanted: (qrId: string, ms: number) => boolean,
): Promise<Row[]> {
  const keys = new Map(
    places.map(({ recorded_on: recordedOn, batch_id: batchId }) => [batchId, { recordedOn, batchId }]),
  );
  const qrIds = [...new Set(places.map(({ qr_id }) => qr_id))];
  const events = await readEvents(db, ledgers, qrIds, [...keys.values()]);
  return places.flatMap(({ qr_id: qrId, first_number: firstNumber, scans, batch_id: batchId }) =>
    (events.get(batchId)?.get(qrId) ?? [])
      .filter(([, nth, ms]) => nth <= scans && isWanted(qrId, ms))
      .map((event) => ({ qr_id: formatIdentifier('qrc', qrId), ...scanView(accountId, event, firstNumber) })),
  );
}

/** The places of a day, some at a time, through a cursor: PostgreSQL keeps the rest. Those of one batch are together. */
async function* readDay(
  db: Db,
  codes: string[],
  day: string,
  { fromMs, untilMs }: MomentRange,
): AsyncGenerator<PlaceRow[]> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  // Also if the reader stops early.
  let end = () => trx.rollback().execute();
  try {
    const first = new Date(fromMs - dayMs).toISOString();
    const last = new Date(untilMs + dayMs).toISOString();
    // Between two reads, rows are written to the file store.
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(idleMsMax)}`.execute(trx);
    await sql`declare places no scroll cursor for ${selectPlaces(codes, day, first, last)}`.execute(trx);
    for (;;) {
      const rows = await fetchPlaces(trx);
      if (rows.length === 0) break;
      yield* splitPlaces(rows);
    }
    end = () => trx.commit().execute();
  } finally {
    await end();
  }
}

/** A place can have thousands of scans. */
function* splitPlaces(places: PlaceRow[]): Generator<PlaceRow[]> {
  let part: PlaceRow[] = [];
  let scans = 0;
  for (const place of places) {
    part.push(place);
    scans += place.scans;
    if (scans < scansAtOnce) continue;
    yield part;
    part = [];
    scans = 0;
  }
  if (part.length > 0) yield part;
}

async function fetchPlaces(tx: Tx): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`fetch ${sql.lit(placesAtOnce)} from places`.execute(tx);
  return rows;
}

function selectPlaces(codes: string[], day: string, first: string, last: string) {
  const ids = sql.lit(`{${codes.join(',')}}`);
  const isWanted = sql`numbered_on = ${sql.lit(day)}::date and qr_id = any(${ids}::uuid[])`;
  return sql`
    select qr_id, first_number::float8, scans, to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id from (
      ${placedBatches(sql`select * from scan_places where ${isWanted}`)} union all ${waitingBatches(isWanted)}) places
    where recorded_on between ${sql.lit(first)}::timestamptz::date and ${sql.lit(last)}::timestamptz::date
    order by ${codes.length === 1 ? sql`first_number` : sql`recorded_on, batch_id`}`;
}
