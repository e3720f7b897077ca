import type pg from 'pg';
import {
  countedSql,
  decidingNumber,
  decodeGrant,
  type Grant,
  insertNumbersSql,
  type LedgerEvent,
  withNumber,
} from '#core/ledger-record.ts';
import { sqlState } from '#platform/postgres.ts';
import { BelievedCodes, believed, literal } from './believed-codes.ts';
import { countRows, grantOfRow } from './count-scans.ts';
import type { ScanBatch } from './scan-batch.ts';
import { decideNumbered, type Group } from './scan-group.ts';

/** Locks the rows of the codes until the end of the transaction. */
const countStatement = {
  name: 'number-scans',
  text: `
    with believed as materialized (${believed}), ${countRows}
    select ${grantOfRow} as grant, (scan_count + pending)::float8 as last_number, scan_count::float8 as scan_count
    from believed b left join counted using (place) order by place`,
};

const insertStatement = {
  name: 'insert-numbered',
  text: `
    with batch as (
      insert into scan_batches (batch_id, recorded_on, events, qr_ids, grants) values ($1, $2, $3, $4, $5)),
    numbers as (${insertNumbersSql(`
      select $2::date as recorded_on, $1::uuid as batch_id, place, qr_id, scan_count - ${countedSql('value')} + 1 as first_number,
        ${countedSql('value')} as scans, version
      from unnest($4::uuid[], $5::int[], $6::bigint[], $7::bigint[]) with ordinality as code (qr_id, value, version, scan_count, place)
      where ${countedSql('value')} > 0`)})
    select 1`,
};

interface CountedRow {
  grant: number;
  last_number: number | null;
  scan_count: number | null;
}

/**
 * Counts scans, decides them by their numbers and stores the batch in one transaction. The rows of the codes stay locked until its end, so
 * no number is given twice, and none is lost if the process dies. The groups then have the outcomes.
 */
export async function numberScans(pool: pg.Pool, batch: ScanBatch, groups: Group[]): Promise<Grant[]> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const { grants, events } = await countAndDecide(client, batch, groups);
    await client.query('commit');
    // Only now: another try starts with all events.
    batch.events = events;
    return grants;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    // On a broken connection there is no transaction any more.
    const isClean = await client.query('rollback').then(
      () => true,
      () => false,
    );
    if (isClean) failure = undefined;
    if (sqlState(error) !== '23505') throw error;
  } finally {
    client.release(failure);
  }
  return readDecided(pool, batch, groups);
}

async function countAndDecide(
  client: pg.PoolClient,
  batch: ScanBatch,
  groups: Group[],
): Promise<{ grants: Grant[]; events: string }> {
  const codes = new BelievedCodes(batch);
  const { rows } = await client.query<CountedRow>({ ...countStatement, values: codes.values });
  const grants = rows.map(({ grant }) => decodeGrant(grant));
  const firstNumbers = rows.map(({ last_number: last }, index) =>
    last === null ? null : last - (grants[index]?.counted ?? 0) + 1,
  );
  decide(groups, firstNumbers);
  const events = JSON.stringify(numberEvents(batch, groups, grants, firstNumbers));
  const values = [
    batch.batchId,
    batch.recordedOn,
    events,
    codes.qrIds,
    literal(rows.map(({ grant }) => grant)),
    codes.versions,
    literal(rows.map(({ scan_count: count }) => count ?? 0)),
  ];
  await client.query({ ...insertStatement, values });
  return { grants, events };
}

/** Only events of counted scans, with their rules. */
function numberEvents(
  batch: ScanBatch,
  groups: Group[],
  grants: Grant[],
  firstNumbers: (number | null)[],
): LedgerEvent[] {
  return (JSON.parse(batch.events) as LedgerEvent[]).flatMap((event) => {
    const [place, nth] = event;
    const first = firstNumbers[place - 1] ?? null;
    if (first === null || nth > (grants[place - 1]?.counted ?? 0)) return [];
    const outcome = groups[place - 1]?.counted[nth - 1]?.outcome;
    return [withNumber(event, outcome?.kind === 'redirect' ? outcome.rule : null, first + nth - 1)];
  });
}

/**
 * An earlier attempt was counted, but its response was lost: the events say which numbers its scans have. A code without analytics has no
 * events; its visitors are asked to try again, because nobody knows their numbers.
 */
async function readDecided(pool: pg.Pool, batch: ScanBatch, groups: Group[]): Promise<Grant[]> {
  const { rows } = await pool.query<{ grants: number[]; events: LedgerEvent[] }>(
    'select grants, events from scan_batches where recorded_on = $1 and batch_id = $2',
    [batch.recordedOn, batch.batchId],
  );
  const [stored] = rows;
  if (stored === undefined) throw new Error('a batch that exists can be read');
  const firstNumbers = groups.map((_, index) => {
    const first = stored.events.find(([place, nth]) => place === index + 1 && nth === 1);
    return first === undefined ? null : decidingNumber(first);
  });
  decide(groups, firstNumbers);
  batch.events = JSON.stringify(stored.events);
  return stored.grants.map(decodeGrant);
}

function decide(groups: Group[], firstNumbers: (number | null)[]): void {
  for (const [index, group] of groups.entries())
    group.counted = decideNumbered(group, firstNumbers[index] ?? null);
}
