import { sql } from 'kysely';
import { scanType } from '#core/event-type.ts';
import { dayOfLogId } from '#core/log-id.ts';
import { type NumberedGroup, scansPerGroup } from '#core/webhooks/scan-groups.ts';
import type { Db, Tx } from '../database.ts';
import { dayList } from '../partition-queries.ts';
import { addDeliveryJobs } from './delivery-queries.ts';

const codesAtOnce = 200;
const groupsPerCode = 20;

/**
 * Groups scans that are numbered, and makes their deliveries. Groups have consecutive numbers, and are the same for every endpoint.
 * @returns how many codes there were; at most `codesAtOnce`.
 */
export async function makeScanDeliveries(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ codes: number; endpoint_ids: string[] | null }>`
      with heads as materialized (
        select qr_id, announced_through, placed_through,
          -- What came before the endpoint was enabled is not sent.
          exists (select from scan_receivers receiver
            where receiver.account_id = head.account_id and receiver.generation = head.generation) as is_current
        from scan_group_heads head where placed_through > announced_through
        order by qr_id limit ${codesAtOnce} for update skip locked),
      clock as (select (now() at time zone 'UTC')::date as today),
      groups as (
        insert into scan_groups (event_id, ordered_on, account_id, project_id, qr_id, first_number, last_number)
        select log_id(today), today, account_id, project_id, qr_id, first_number, least(first_number + ${scansPerGroup - 1}::int, placed_through)
        from heads join qr_codes using (qr_id) cross join clock cross join lateral generate_series(announced_through + 1,
          least(placed_through, announced_through + ${scansPerGroup * groupsPerCode}::int), ${scansPerGroup}::int) as first_number
        where analytics_enabled and is_current order by qr_id, first_number
        returning *),
      made as (
        insert into webhook_deliveries (delivery_id, created_on, endpoint_id, account_id, type, event_id, subject_id, due_at)
        select log_id(today), today, endpoint_id, account_id, ${scanType}, event_id, qr_id, now()
        from (
          select groups.*, endpoint.endpoint_id from groups join webhook_endpoints endpoint using (account_id)
          where takes_scans(endpoint) and groups.event_id > endpoint.ended_through
            and (endpoint.project_id is null or endpoint.project_id = groups.project_id)
            and (endpoint.reads_projects is null or groups.project_id = any(endpoint.reads_projects))
            and (endpoint.qr_ids is null or groups.qr_id = any(endpoint.qr_ids))
          order by groups.event_id for key share of endpoint) wanted cross join clock
        returning endpoint_id),
      moved as (
        update scan_group_heads head
        set announced_through = case when is_current
          then least(head.placed_through, head.announced_through + ${scansPerGroup * groupsPerCode}::int) else head.placed_through end
        from heads where head.qr_id = heads.qr_id)
      select (select count(*)::int from heads) as codes, (select array_agg(distinct endpoint_id) from made) as endpoint_ids`.execute(
      tx,
    );
    const endpointIds = rows[0]?.endpoint_ids ?? null;
    if (endpointIds !== null) await addDeliveryJobs(tx, endpointIds);
    return rows[0]?.codes ?? 0;
  });
}

export interface ScanGroupRow {
  event_id: string;
  account_id: string;
  project_id: string;
  qr_id: string;
  first_number: number;
  last_number: number;
  created_at: Date;
}

export async function listScanGroups(db: Db, eventIds: string[]): Promise<ScanGroupRow[]> {
  if (eventIds.length === 0) return [];
  const { rows } = await sql<ScanGroupRow>`
    select event_id, account_id, project_id, qr_id, first_number::float8, last_number::float8, created_at from scan_groups
    where event_id = any(${eventIds}::uuid[]) and ordered_on in (${dayList(eventIds.map(dayOfLogId))})`.execute(
    db,
  );
  return rows;
}

/** Groups of a code that end after a number, in order. */
export async function listGroupsAfter(
  tx: Tx,
  qrId: string,
  after: number,
  limit: number,
): Promise<NumberedGroup[]> {
  const { rows } = await sql<{ event_id: string; first_number: number; last_number: number }>`
    select event_id, first_number::float8, last_number::float8 from scan_groups
    where qr_id = ${qrId} and last_number > ${after}::bigint order by last_number, event_id limit ${limit}`.execute(
    tx,
  );
  return rows.map((row) => ({
    eventId: row.event_id,
    firstNumber: row.first_number,
    lastNumber: row.last_number,
  }));
}

/** The last number of a code up to which everything was sent, or will not be sent by itself. */
export async function findAnnouncedNumber(tx: Tx, qrId: string): Promise<number> {
  const { rows } = await sql<{ through: number | null }>`
    select coalesce(
      (select announced_through from scan_group_heads head join scan_receivers using (account_id, generation) where qr_id = ${qrId}),
      (select max(last_number) from scan_places where qr_id = ${qrId}))::float8 as through`.execute(tx);
  return rows[0]?.through ?? 0;
}

/** Until the end of the transaction, nobody else makes groups for a replay of this code. */
export async function lockScanGroups(tx: Tx, qrId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('scan_groups'), hashtext(${qrId}))`.execute(tx);
}

/** Deliveries of these groups of a code to one endpoint, in order. Groups that do not exist yet are made. */
export async function insertGroupDeliveries(
  tx: Tx,
  endpointId: string,
  qrId: string,
  groups: readonly NumberedGroup[],
): Promise<void> {
  const planned = groups.map(({ eventId, firstNumber, lastNumber }) => ({
    event_id: eventId,
    first_number: firstNumber,
    last_number: lastNumber,
  }));
  await sql`
    with planned as materialized (
      select * from json_to_recordset(${JSON.stringify(planned)}) as planned (event_id uuid, first_number bigint, last_number bigint)),
    code as (select qr_id, project_id, account_id, (now() at time zone 'UTC')::date as today from qr_codes where qr_id = ${qrId}),
    made as (
      insert into scan_groups (event_id, ordered_on, account_id, project_id, qr_id, first_number, last_number)
      select log_id(today), today, account_id, project_id, qr_id, first_number, last_number
      from (select * from planned cross join code where event_id is null order by first_number) missing
      returning event_id, first_number)
    insert into webhook_deliveries (delivery_id, created_on, endpoint_id, account_id, type, event_id, subject_id, due_at)
    select log_id(today), today, endpoint_id, account_id, ${scanType}, event_id, qr_id, now()
    from (
      select code.today, code.qr_id, endpoint.endpoint_id, endpoint.account_id, coalesce(planned.event_id, made.event_id) as event_id
      from planned left join made using (first_number) cross join code
        join webhook_endpoints endpoint on endpoint.endpoint_id = ${endpointId} and endpoint.account_id = code.account_id
          and endpoint.is_enabled
      order by planned.first_number for key share of endpoint) wanted`.execute(tx);
}
