import type pg from 'pg';
import { encodeGrant, type Grant } from '#core/ledger-record.ts';
import { gate, writeBatch } from './append-scans.ts';
import { BelievedCodes, believed, isAppended, isOwnerFresh, isUnchanged, literal } from './believed-codes.ts';
import { insertOnce, readGrants } from './insert-once.ts';
import { grantAll, type ScanBatch } from './scan-batch.ts';

/** The first server's check of a batch that another server will count. */
export interface Check {
  /** Per code: whether everything we assumed about it still holds. */
  isFresh: boolean[];
  /** The epoch of the check: another server refuses the batch if it knows a higher one. */
  epoch: number;
  /** Version of the map of shards to servers. */
  mapVersion: number;
}

interface CheckRow {
  epoch: number;
  map_version: number;
  fresh?: string;
}

/** The usual case, as with `appendUnchanged`. */
const checkUnchanged = {
  name: 'check-unchanged',
  text: `
    select epoch, map_version from ledger_state
    where ${isUnchanged('scan_state', 'qr_id', '$1', '$2', isAppended)}
      and ${isUnchanged('projects', 'project_id', '$3', '$4')}
      and ${isUnchanged('accounts', 'account_id', '$5', '$6')}`,
};

const checkEach = {
  name: 'check-each',
  text: `
    select epoch, map_version, array_to_string(array(
      select (${isOwnerFresh} and exists (
        select from scan_state s where s.qr_id = b.qr_id and s.version = b.version and ${isAppended}))::int
      from (${believed}) b order by place), ',') as fresh
    from ledger_state where $2::int[] is not null`,
};

/** Asks the first server about codes without a limit, in one snapshot with its epoch. The codes must be in the order of their IDs. */
export async function checkBatch(first: pg.Pool, batch: ScanBatch): Promise<Check> {
  const codes = new BelievedCodes(batch);
  const values = [codes.qrIds, codes.versions, ...codes.projects.values, ...codes.accounts.values];
  const { rows: unchanged } = await first.query<CheckRow>({ ...checkUnchanged, values });
  const [row = await checkCodes(first, codes)] = unchanged;
  const fresh = row.fresh?.split(',') ?? batch.codes.map(() => '1');
  return { isFresh: fresh.map((own) => own === '1'), epoch: row.epoch, mapVersion: row.map_version };
}

async function checkCodes(first: pg.Pool, codes: BelievedCodes): Promise<CheckRow> {
  const { rows } = await first.query<CheckRow>({ ...checkEach, values: codes.values });
  const [row] = rows;
  if (row === undefined) throw new Error('ledger_state has no row');
  return row;
}

/** Refuses codes for which the server knows a higher epoch. The batch is stored anyway, so that its ID decides every retry. */
const appendChecked = {
  name: 'append-checked',
  text: `
    with ${gate},
    verdict as materialized (
      -- Null if none is refused, otherwise 1 or 0 per code.
      select case when fence <= $4::bigint then null else array(
        select (fences[1 + get_byte(uuid_send(qr_id), 15)] <= $4::bigint)::int
        from unnest($1::uuid[]) with ordinality as code (qr_id, place) order by place) end as fresh
      from ledger_state),
    ${writeBatch({ batchId: '$5', recordedOn: '$6', events: '$7', grants: '$8', scans: '$2', versions: '$3' })}`,
};

/** Counts a batch on a ledger server, after the first server has checked it. */
export async function appendElsewhere(pool: pg.Pool, batch: ScanBatch, epoch: number): Promise<Grant[]> {
  const all = grantAll(batch);
  const { qrIds, scans, versions } = new BelievedCodes(batch);
  const { batchId, recordedOn, events } = batch;
  const values = [qrIds, scans, versions, epoch, batchId, recordedOn, events, literal(all.map(encodeGrant))];
  const grants = await insertOnce(pool, { ...appendChecked, values }, batch);
  return grants === '' ? all : readGrants(grants, all.length);
}
