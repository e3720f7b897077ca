import { type RawBuilder, sql } from 'kysely';
import type { DeliveredType } from '#core/event-type.ts';
import { dayOfLogId } from '#core/log-id.ts';
import { enqueueAll } from '../add-job.ts';
import type { Db, Tx } from '../database.ts';
import { eventsAtOnce } from '../events/event-queries.ts';
import { dayList } from '../partition-queries.ts';
import type { EndpointRow } from './endpoint-queries.ts';

export const deliveryStatuses = ['pending', 'succeeded', 'dead', 'cancelled'] as const;

export interface DeliveryRow {
  delivery_id: string;
  endpoint_id: string;
  type: DeliveredType;
  event_id: string;
  subject_id: string | null;
  status: (typeof deliveryStatuses)[number];
  attempts: number;
  due_at: Date | null;
  attempted_at: Date | null;
  duration_ms: number | null;
  response_status: number | null;
  response_start: string | null;
  error: string | null;
  created_at: Date;
}

const columns =
  sql.raw(`delivery_id, endpoint_id, type, event_id, subject_id, status, attempts, due_at, attempted_at, duration_ms,
  response_status, response_start, error, created_at`);

/** Deliveries of the events in `page` to the endpoints that want them and may read them. */
function insertWanted(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into webhook_deliveries (delivery_id, created_on, endpoint_id, account_id, type, event_id, subject_id, due_at)
    select log_id(today), today, endpoint_id, account_id, type, event_id, coalesce(qr_id, project_id), now()
    from (
      select page.*, endpoint.endpoint_id, (now() at time zone 'UTC')::date as today
      from page join webhook_endpoints endpoint on endpoint.account_id = page.account_id
      where endpoint.is_enabled and endpoint.reads_events and ${condition}
        and (endpoint.types is null or page.type = any(endpoint.types))
        and (endpoint.project_id is null or endpoint.project_id = page.project_id)
        and (endpoint.reads_projects is null or page.project_id = any(endpoint.reads_projects))
        and (endpoint.qr_ids is null or page.type like 'qr.%' and page.qr_id = any(endpoint.qr_ids))
      -- Nobody erases the account meanwhile.
      order by page.event_id for key share of endpoint) wanted
    returning endpoint_id`;
}

/**
 * Makes the deliveries of the next events, one per endpoint that wants it, and enqueues the jobs that send them.
 * @returns how many events there were; null: another process does it now.
 */
export async function makeDeliveries(db: Db): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const { rows: cursors } = await sql<{ delivered_through: string }>`
      select delivered_through from event_cursor for update skip locked`.execute(tx);
    const after = cursors[0]?.delivered_through;
    if (after === undefined) return null;
    const { rows } = await sql<{ events: number; through: string | null; endpoint_ids: string[] | null }>`
      with page as materialized (
        select event_id, type, account_id, project_id, qr_id, created_at from events
        where event_id > ${after} and ordered_on >= ${sql.lit(dayOfLogId(after))}::date order by event_id limit ${eventsAtOnce}),
      made as (${insertWanted(sql`page.event_id > endpoint.ended_through`)})
      select (select count(*)::int from page) as events, (select max(event_id::text)::uuid from page) as through,
        (select array_agg(distinct endpoint_id) from made) as endpoint_ids`.execute(tx);
    const [made] = rows;
    if (made === undefined || made.through === null) return 0;
    await sql`update event_cursor set delivered_through = ${made.through}`.execute(tx);
    if (made.endpoint_ids !== null) await addDeliveryJobs(tx, made.endpoint_ids);
    return made.events;
  });
}

/**
 * Makes deliveries of old events for one endpoint again.
 * @returns the last event that was looked at; null: there are no more.
 */
export async function insertDeliveriesAgain(
  tx: Tx,
  { endpoint_id: endpointId, account_id: accountId }: Pick<EndpointRow, 'endpoint_id' | 'account_id'>,
  after: string,
  through: string,
): Promise<string | null> {
  const { rows } = await sql<{ through: string | null }>`
    with page as materialized (
      select event_id, type, account_id, project_id, qr_id, created_at from events
      where account_id = ${accountId} and event_id > ${after} and event_id <= ${through}
        and ordered_on >= ${sql.lit(dayOfLogId(after))}::date order by event_id limit ${eventsAtOnce}),
    made as (${insertWanted(sql`endpoint.endpoint_id = ${endpointId}`)})
    select max(event_id::text)::uuid as through from page`.execute(tx);
  return rows[0]?.through ?? null;
}

/** A delivery whose event is not in the log: its ID is that of the delivery. */
export async function insertTestDelivery(
  tx: Tx,
  endpoint: EndpointRow,
  type: DeliveredType,
): Promise<DeliveryRow> {
  const { rows } = await sql<DeliveryRow>`
    insert into webhook_deliveries (delivery_id, created_on, endpoint_id, account_id, type, event_id, due_at)
    select id, today, ${endpoint.endpoint_id}, ${endpoint.account_id}, ${type}, id, now()
    from (select log_id(day) as id, day as today from (select (now() at time zone 'UTC')::date as day) clock) made
    returning ${columns}`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw new Error('the delivery was not stored');
  return made;
}

/** Healthy endpoints and troubled ones are served by workers of their own, so that those that hang delay no others. */
export type Lane = 'deliver-webhooks' | 'deliver-troubled-webhooks';

/** One waiting job per endpoint, now or when its pause is over. Jobs of one endpoint run one after the other. */
export async function addDeliveryJobs(db: Db, endpointIds: string[]): Promise<void> {
  await enqueueAll(endpointIds, async (left) => {
    const { rows } = await sql<{ endpoint_id: string }>`
      select endpoint_id from (
        select endpoint_id, (graphile_worker.add_job(case when failures = 0 then 'deliver-webhooks' else 'deliver-troubled-webhooks' end,
          json_build_object('endpoint_id', endpoint_id), 'webhook ' || endpoint_id,
          run_at => case when is_enabled then greatest(now(), paused_until) else now() end,
          job_key => 'webhook ' || endpoint_id, max_attempts => 100)).id
        from webhook_endpoints where endpoint_id = any(${left}::uuid[]) offset 0) added
      where id is null`.execute(db);
    return rows.map(({ endpoint_id }) => endpoint_id);
  });
}

/** Wakes up for the next retry. */
export async function addLaterJob(db: Db, endpointId: string, lane: Lane, at: Date): Promise<void> {
  await enqueueAll([endpointId], async (left) => {
    const { rows } = await sql<{ id: string | null }>`
      select (graphile_worker.add_job(${lane}, json_build_object('endpoint_id', ${endpointId}::text), ${`webhook ${endpointId}`},
        run_at => ${at}, job_key => ${`webhook ${endpointId} later`}, max_attempts => 100)).id`.execute(db);
    return rows[0]?.id == null ? left : [];
  });
}

export interface EndpointToServe extends EndpointRow {
  is_suspended: boolean;
}

export async function findEndpointToServe(db: Db, endpointId: string): Promise<EndpointToServe | undefined> {
  const { rows } = await sql<EndpointToServe>`
    select endpoint.*, account.suspended_at is not null or account.erase_at is not null as is_suspended
    from webhook_endpoints endpoint join accounts account using (account_id) where endpoint_id = ${endpointId}`.execute(
    db,
  );
  return rows[0];
}

export async function listDue(db: Db, endpoint: EndpointRow, limit: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from webhook_deliveries
    where endpoint_id = ${endpoint.endpoint_id} and status = 'pending' and due_at <= now()
      and (${endpoint.ended_through}::uuid is null or delivery_id > ${endpoint.ended_through})
    order by due_at, delivery_id limit ${limit}`.execute(db);
  return rows;
}

export async function findNextDue(db: Db, endpointId: string): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date }>`
    select due_at from webhook_deliveries where endpoint_id = ${endpointId} and status = 'pending'
    order by due_at limit 1`.execute(db);
  return rows[0]?.due_at ?? null;
}

/** Those that ended because the endpoint was disabled. */
export async function cancelEnded(db: Db, endpoint: EndpointRow, limit: number): Promise<number> {
  if (endpoint.ended_through === null) return 0;
  const { numAffectedRows } = await sql`
    update webhook_deliveries delivery set status = 'cancelled', due_at = null
    from (select delivery_id, created_on from webhook_deliveries
      where endpoint_id = ${endpoint.endpoint_id} and status = 'pending' and delivery_id <= ${endpoint.ended_through} limit ${limit}) ended
    where delivery.delivery_id = ended.delivery_id and delivery.created_on = ended.created_on`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface AttemptResult {
  delivery_id: string;
  status: 'pending' | 'succeeded' | 'dead';
  /** While pending. */
  due_at: string | null;
  attempted_at: string;
  duration_ms: number;
  response_status: number | null;
  response_start: string | null;
  error: string | null;
}

export async function recordAttempts(db: Db, results: AttemptResult[]): Promise<void> {
  const rows = results.map((result) => ({ ...result, created_on: dayOfLogId(result.delivery_id) }));
  await sql`
    update webhook_deliveries delivery set status = result.status, attempts = attempts + 1, due_at = result.due_at,
      attempted_at = result.attempted_at, duration_ms = result.duration_ms, response_status = result.response_status,
      response_start = result.response_start, error = result.error
    from json_to_recordset(${JSON.stringify(rows)}) as result (delivery_id uuid, created_on date, status text, due_at timestamptz(3),
      attempted_at timestamptz(3), duration_ms int, response_status int, response_start text, error text)
    where delivery.delivery_id = result.delivery_id and delivery.created_on = result.created_on
      and delivery.status = 'pending'`.execute(db);
}

/** Without another attempt. */
export async function endDeliveries(
  db: Db,
  deliveryIds: string[],
  status: 'dead' | 'cancelled',
  error: string,
): Promise<void> {
  if (deliveryIds.length === 0) return;
  await sql`
    update webhook_deliveries set status = ${status}, due_at = null, error = ${error}
    where delivery_id = any(${deliveryIds}::uuid[]) and created_on in (${dayList(deliveryIds.map(dayOfLogId))})
      and status = 'pending'`.execute(db);
}

export interface Health {
  failures: number;
  failingSince: Date | null;
  pausedUntil: Date | null;
}

export async function updateHealth(db: Db, endpointId: string, health: Health): Promise<void> {
  await sql`
    update webhook_endpoints set failures = ${health.failures}, failing_since = ${health.failingSince},
      paused_until = ${health.pausedUntil}
    where endpoint_id = ${endpointId} and is_enabled`.execute(db);
}

/** Newest first. */
export async function listDeliveries(
  db: Db,
  endpointId: string,
  status: DeliveryRow['status'] | null,
  before: string | null,
  limit: number,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from webhook_deliveries
    where endpoint_id = ${endpointId} and (${before}::uuid is null or delivery_id < ${before})
      and (${status}::text is null or status = ${status})
    order by delivery_id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findDelivery(
  db: Db,
  endpointId: string,
  deliveryId: string,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from webhook_deliveries
    where delivery_id = ${deliveryId} and created_on = ${dayOfLogId(deliveryId)}::date and endpoint_id = ${endpointId}`.execute(
    db,
  );
  return rows[0];
}

/** Sends it again at once, with all of its tries. */
export async function resetDelivery(tx: Tx, deliveryId: string): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'pending', attempts = 0, due_at = now()
    where delivery_id = ${deliveryId} and created_on = ${dayOfLogId(deliveryId)}::date`.execute(tx);
}

/** The same again, for an endpoint that was disabled since: what is older was ended then. */
export async function insertDeliveryAgain(tx: Tx, delivery: DeliveryRow): Promise<DeliveryRow> {
  const { rows } = await sql<DeliveryRow>`
    insert into webhook_deliveries (delivery_id, created_on, endpoint_id, account_id, type, event_id, subject_id, due_at)
    select log_id(today), today, endpoint_id, account_id, type, event_id, subject_id, now()
    from webhook_deliveries cross join (select (now() at time zone 'UTC')::date as today) clock
    where delivery_id = ${delivery.delivery_id} and created_on = ${dayOfLogId(delivery.delivery_id)}::date
    returning ${columns}`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw new Error('the delivery was not stored');
  return made;
}
