import { sql } from 'kysely';
import type { DeliveredType, EventType } from '#core/event-type.ts';
import { dayOfLogId } from '#core/log-id.ts';
import type { Db, Tx } from '../database.ts';
import type { ActorKind } from '../history/history-queries.ts';
import { dayList, listPartitionDays } from '../partition-queries.ts';

export interface EventRow {
  event_id: string;
  type: EventType;
  project_id: string | null;
  qr_id: string | null;
  /** The code, project or export after the change, as stored. */
  subject: Record<string, unknown>;
  previous: Record<string, unknown> | null;
  actor_kind: ActorKind;
  actor_id: string | null;
  created_at: Date;
}

const columns = sql.raw(
  'event_id, type, project_id, qr_id, subject, previous, actor_kind, actor_id, created_at',
);

/** Events per transaction, when they get their places and when they get their deliveries. */
export const eventsAtOnce = 1_000;

/** From now on, changes write events. The release before this one can't read them. */
export async function switchOnEvents(db: Db): Promise<void> {
  await sql`update event_switch set is_on = true where not is_on`.execute(db);
}

/**
 * Gives committed events their places in the log.
 * @returns how many; null: another process does it now.
 */
export async function orderEvents(db: Db, limit = eventsAtOnce): Promise<number | null> {
  const { rows } = await sql<{ moved: number | null }>`select order_events(${limit}::int) as moved`.execute(
    db,
  );
  return rows[0]?.moved ?? null;
}

const roundsMax = 100;

/** Gives places to everything that happened until now. Nobody else does so before the end of the transaction. */
export async function orderAllEvents(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('order_events'))`.execute(tx);
  for (let rounds = 0; rounds < roundsMax; rounds++) if ((await orderEvents(tx)) !== eventsAtOnce) return;
}

/** @returns how many codes. */
export async function announceExpired(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{
    announced: number;
  }>`select announce_expired(${limit}::int) as announced`.execute(db);
  return rows[0]?.announced ?? 0;
}

/** Codes from before expiries were noted. False: there are no more. */
export async function noteOldExpiries(db: Db, limit: number): Promise<boolean> {
  const { rows } = await sql<{
    has_more: boolean;
  }>`select note_old_expiries(${limit}::int) as has_more`.execute(db);
  return rows[0]?.has_more ?? false;
}

export async function makeEventPartitions(db: Db, daysAhead: number): Promise<void> {
  await sql`select make_event_partitions((now() at time zone 'UTC')::date + ahead)
    from generate_series(0, ${daysAhead}::int) as ahead`.execute(db);
}

/** Drops the oldest day of a log if it is older than this. */
export async function dropEventPartition(tx: Tx, table: string, days: number): Promise<boolean> {
  const { rows } = await sql<{ is_dropped: boolean }>`
    select drop_event_partition(${table}, (now() at time zone 'UTC')::date - ${days}::int) as is_dropped`.execute(
    tx,
  );
  return rows[0]?.is_dropped ?? false;
}

/** The oldest day of the log, as `YYYY-MM-DD`. */
export async function findOldestLogDay(db: Db): Promise<string> {
  const [oldest = '9999-12-31'] = await listPartitionDays(db, 'events');
  return oldest;
}

/** The last event of an account that has its place. */
export async function findNewestEvent(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from events where account_id = ${accountId} order by event_id desc limit 1`.execute(db);
  return rows[0]?.event_id ?? null;
}

export interface EventFilter {
  accountId: string;
  types: readonly DeliveredType[] | null;
  qrId: string | null;
  /** Null: all. */
  projectIds: string[] | null;
}

/** A page examines at most this many events of a filter; it may be short, and the next one goes on from there. */
const examinedMax = 2_000;

/** Events of an account after one of them, oldest first. The cost of a page doesn't grow with the account. */
export async function listEvents(
  db: Db,
  { accountId, types, qrId, projectIds }: EventFilter,
  after: string,
  limit: number,
): Promise<{ rows: EventRow[]; next: string; hasMore: boolean }> {
  const isFiltered = types !== null || projectIds !== null;
  const most = isFiltered ? Math.max(examinedMax, limit + 1) : limit + 1;
  // The day is written into the statement, so that older partitions are not even planned.
  const since = sql`ordered_on >= ${sql.lit(dayOfLogId(after))}::date`;
  const { rows } = await sql<
    EventRow & { last_id: string | null; examined: number; newest_id: string | null }
  >`
    with examined as materialized (
      select event_id, ordered_on, type, project_id from events
      where account_id = ${accountId} and event_id > ${after} and ${since} and ${qrId === null ? sql`true` : sql`qr_id = ${qrId}`}
      order by event_id limit ${most}),
    matching as (
      select event_id, ordered_on from examined
      where (${types as string[] | null}::text[] is null or type = any(${types as string[] | null}))
        and (${projectIds}::uuid[] is null or project_id = any(${projectIds}))
      order by event_id limit ${limit + 1})
    select found.*, ends.*
    from (select max(event_id::text)::uuid as last_id, count(*)::int as examined,
        -- Of the whole log: what happens to this account later comes after it.
        (select event_id from events where ordered_on >= (now() at time zone 'UTC')::date - 1 order by event_id desc limit 1) as newest_id
        from examined) ends
      left join (select ${columns} from matching join events using (event_id, ordered_on) where ${since}) found on true
    order by found.event_id`.execute(db);
  const [end] = rows;
  const found = rows.filter(({ event_id }) => event_id !== null);
  const shown = found.slice(0, limit);
  const lastShown = shown.at(-1)?.event_id ?? after;
  if (found.length > limit) return { rows: shown, next: lastShown, hasMore: true };
  const lastExamined = end?.last_id ?? lastShown;
  if (end?.examined === most) return { rows: shown, next: lastExamined, hasMore: true };
  // A quiet account must not fall behind the log.
  const newest = end?.newest_id ?? lastExamined;
  return { rows: shown, next: newest > lastExamined ? newest : lastExamined, hasMore: false };
}

export async function findEvent(db: Db, accountId: string, eventId: string): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select ${columns} from events
    where event_id = ${eventId} and ordered_on = ${dayOfLogId(eventId)}::date and account_id = ${accountId}`.execute(
    db,
  );
  return rows[0];
}

export async function listEventsById(db: Db, eventIds: string[]): Promise<EventRow[]> {
  if (eventIds.length === 0) return [];
  const { rows } = await sql<EventRow>`
    select ${columns} from events
    where event_id = any(${eventIds}::uuid[]) and ordered_on in (${dayList(eventIds.map(dayOfLogId))})`.execute(
    db,
  );
  return rows;
}

/** Which of these accounts have an event after the given one. */
export async function listAccountsWithNews(
  db: Db,
  waits: readonly { accountId: string; after: string }[],
): Promise<{ account_id: string; after: string }[]> {
  const oldest = waits.reduce((day, { after }) => {
    const own = dayOfLogId(after);
    return own < day ? own : day;
  }, '9999-12-31');
  const { rows } = await sql<{ account_id: string; after: string }>`
    select waiting.account_id, waiting.after
    from unnest(${waits.map(({ accountId }) => accountId)}::uuid[], ${waits.map(({ after }) => after)}::uuid[])
        as waiting (account_id, after)
      -- For each of them, a look at the end of its index.
      cross join lateral (select event_id from events where events.account_id = waiting.account_id
        and ordered_on >= ${sql.lit(oldest)}::date order by event_id desc limit 1) newest
    where newest.event_id > waiting.after`.execute(db);
  return rows;
}
