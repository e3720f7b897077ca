import { sql } from 'kysely';
import type { PlannedChangeInput } from '#core/planned-change-input.ts';
import type { Db, Tx } from '../database.ts';
import type { BulkFailure } from '../history/bulk-queries.ts';

export interface PlannedRow {
  plan_id: string;
  account_id: string;
  actor_kind: 'member' | 'api_key' | 'oauth_client';
  actor_id: string;
  label: string;
  change: Record<string, unknown>;
  qr_ids: string[];
  apply_at: Date;
  created_at: Date;
  cancelled_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  done: number;
  failures: BulkFailure[];
  /** Of a list: how many codes and failures there are. */
  total?: number;
  failed?: number;
}

const columns =
  sql.raw(`plan_id, account_id, actor_kind, actor_id, label, change, qr_ids, apply_at, created_at, cancelled_at, started_at,
  finished_at, done, failures`);
/** For lists: only as many IDs and failures as they show. */
const shown = 100;
const shownColumns =
  sql.raw(`plan_id, account_id, actor_kind, actor_id, label, change, qr_ids[1:${shown}] as qr_ids,
  cardinality(qr_ids) as total, apply_at, created_at, cancelled_at, started_at, finished_at, done,
  jsonb_path_query_array(failures, '$[0 to ${shown - 1}]') as failures, jsonb_array_length(failures) as failed`);
const isWaiting = sql.raw('finished_at is null and cancelled_at is null');

export async function insertPlanned(
  tx: Tx,
  of: Pick<PlannedRow, 'account_id' | 'actor_kind' | 'actor_id'>,
  { name, change, qrIds, applyAt }: PlannedChangeInput,
): Promise<PlannedRow> {
  const { rows } = await sql<PlannedRow>`
    insert into planned_changes (account_id, actor_kind, actor_id, label, change, qr_ids, apply_at)
    values (${of.account_id}, ${of.actor_kind}, ${of.actor_id}, ${name}, ${JSON.stringify(change)}::jsonb, ${qrIds}::uuid[], ${applyAt})
    returning ${columns}`.execute(tx);
  return rows[0] as PlannedRow;
}

/** Locked until the transaction ends, so that it doesn't begin meanwhile. */
export async function lockPlanned(
  tx: Tx,
  accountId: string,
  planId: string,
): Promise<PlannedRow | undefined> {
  const { rows } = await sql<PlannedRow>`
    select ${columns} from planned_changes where account_id = ${accountId} and plan_id = ${planId} for update`.execute(
    tx,
  );
  return rows[0];
}

export async function findPlanned(
  db: Db,
  accountId: string,
  planId: string,
): Promise<PlannedRow | undefined> {
  const { rows } = await sql<PlannedRow>`
    select ${columns} from planned_changes where account_id = ${accountId} and plan_id = ${planId}`.execute(
    db,
  );
  return rows[0];
}

interface PlannedFilter {
  /** Only those of this actor. */
  actorId: string | null;
  /** Only those that wait, the next one first. Otherwise the newest first. */
  isWaiting: boolean;
  /** Only those of this code. */
  qrId: string | null;
  /** The last one of the page before. */
  after: string | null;
}

export async function listPlanned(
  db: Db,
  accountId: string,
  { actorId, isWaiting: waiting, qrId, after }: PlannedFilter,
  limit: number,
): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    select ${shownColumns} from planned_changes where account_id = ${accountId}
      and (${actorId}::text is null or actor_id = ${actorId})
      and (${qrId}::uuid is null or qr_ids @> array[${qrId}::uuid])
      and (${after}::uuid is null or plan_id < ${after}::uuid)
      ${waiting ? sql`and ${isWaiting} order by apply_at, plan_id` : sql`order by plan_id desc`}
    limit ${limit}`.execute(db);
  return rows;
}

/** At most this many are counted. */
export async function countWaiting(db: Db | Tx, accountId: string, most: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from planned_changes where account_id = ${accountId} and ${isWaiting} limit ${most}) waiting`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}

export async function updatePlanned(
  tx: Tx,
  planId: string,
  { name, change, qrIds, applyAt }: PlannedChangeInput,
): Promise<PlannedRow> {
  const { rows } = await sql<PlannedRow>`
    update planned_changes set label = ${name}, change = ${JSON.stringify(change)}::jsonb, qr_ids = ${qrIds}::uuid[], apply_at = ${applyAt}
    where plan_id = ${planId} returning ${columns}`.execute(tx);
  return rows[0] as PlannedRow;
}

export async function updateCancelled(tx: Tx, planId: string): Promise<PlannedRow> {
  const { rows } = await sql<PlannedRow>`
    update planned_changes set cancelled_at = now() where plan_id = ${planId} returning ${columns}`.execute(
    tx,
  );
  return rows[0] as PlannedRow;
}

/** Milliseconds until another one becomes due, at most this many. Those that are due and wait for something don't count. */
export async function millisecondsUntilDue(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select extract(epoch from min(apply_at) - clock_timestamp())::float8 * 1000 as wait
    from planned_changes where ${isWaiting} and apply_at > statement_timestamp()`.execute(db);
  return Math.min(most, Math.max(0, rows[0]?.wait ?? most));
}

// The time of the statement, so that an index finds them.
const isFree = sql.raw('(claimed_until is null or claimed_until < statement_timestamp())');
const isDue = sql.raw('finished_at is null and cancelled_at is null and apply_at <= statement_timestamp()');

export async function isAnyDue(db: Db): Promise<boolean> {
  const { rows } = await sql`select from planned_changes where ${isDue} and ${isFree} limit 1`.execute(db);
  return rows.length > 0;
}

/** Only one process claims plans at a time, because each must see what the others have begun. */
export async function lockClaims(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('planned_changes'))`.execute(tx);
}

type Candidate = Pick<PlannedRow, 'plan_id' | 'apply_at' | 'qr_ids'> & {
  /** The place among the plans of its account, from 1. */
  nth: number;
};

/** Plans that are due and free, after another one. Accounts take turns. */
export async function listFreePlans(
  tx: Tx,
  after: Pick<Candidate, 'nth' | 'apply_at' | 'plan_id'> | null,
  limit: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select plan_id, page.apply_at, page.nth, qr_ids from (
      select * from (
        select plan_id, apply_at, (row_number() over (partition by account_id order by apply_at, plan_id))::int as nth
        from planned_changes where ${isDue} and ${isFree}) turn
      where ${after === null ? sql`true` : sql`(nth, apply_at, plan_id) > (${after.nth}, ${after.apply_at}, ${after.plan_id}::uuid)`}
      order by nth, apply_at, plan_id limit ${limit}) page
    join planned_changes using (plan_id) order by page.nth, page.apply_at, plan_id`.execute(tx);
  return rows;
}

/** Plans that have begun and change one of these codes. */
export async function listBegunPlans(
  tx: Tx,
  qrIds: string[],
): Promise<Pick<PlannedRow, 'plan_id' | 'apply_at' | 'qr_ids'>[]> {
  const { rows } = await sql<PlannedRow>`
    select plan_id, apply_at, array(select code from unnest(qr_ids) as code where code = any(${qrIds}::uuid[])) as qr_ids
    from planned_changes where ${isDue} and started_at is not null
      and exists (select from unnest(qr_ids) as code where code = any(${qrIds}::uuid[]))`.execute(tx);
  return rows;
}

/** Those that somebody is editing at the moment, or has moved to a later time, are left out. */
export async function updateClaimed(tx: Tx, planIds: string[], seconds: number): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    update planned_changes set claimed_until = clock_timestamp() + make_interval(secs => ${seconds}),
      started_at = coalesce(started_at, now())
    where plan_id in (
      select plan_id from planned_changes where plan_id = any(${planIds}::uuid[]) and ${isDue} and ${isFree} for update skip locked)
    returning ${columns}`.execute(tx);
  return rows.sort(compareTurns);
}

/** The order in which plans happen. */
export function compareTurns(
  one: Pick<PlannedRow, 'apply_at' | 'plan_id'>,
  other: Pick<PlannedRow, 'apply_at' | 'plan_id'>,
): number {
  return one.apply_at.getTime() - other.apply_at.getTime() || (one.plan_id < other.plan_id ? -1 : 1);
}

/** Another process can go on with these plans, at once or after a pause. */
export async function updateReleased(db: Db, planIds: string[], pauseSeconds: number): Promise<void> {
  if (planIds.length === 0) return;
  await sql`
    update planned_changes set claimed_until = clock_timestamp() + make_interval(secs => ${pauseSeconds})
    where plan_id = any(${planIds}::uuid[]) and ${isWaiting}`.execute(db);
}

/** A step of a plan: from how many codes to how many. */
export interface PlannedStep {
  planId: string;
  from: number;
  to: number;
  failures: BulkFailure[];
}

/**
 * Takes steps in the transaction that changes the codes, and gives the plans free for the next ones. A step counts only where the one before
 * ended, so that no code is changed twice.
 * @returns the plans that end with it; null if one of the steps was taken already, or is no longer wanted.
 */
export async function takeSteps(tx: Tx, steps: PlannedStep[]): Promise<PlannedRow[] | null> {
  const { rows } = await sql<PlannedRow>`
    update planned_changes planned set done = step.until, failures = planned.failures || step.failures, claimed_until = null,
      finished_at = case when step.until >= cardinality(qr_ids) then clock_timestamp() end
    from jsonb_to_recordset(${JSON.stringify(steps.map(({ planId, from, to, failures }) => ({ id: planId, since: from, until: to, failures })))}::jsonb)
      as step (id uuid, since int, until int, failures jsonb)
    where plan_id = step.id and done = step.since and cancelled_at is null and finished_at is null
    returning planned.*`.execute(tx);
  return rows.length === steps.length ? rows.filter(({ finished_at: end }) => end !== null) : null;
}

/** Plans of many codes appear in the history as one entry that can be undone as one. */
export async function insertBulkOf(db: Db, plan: PlannedRow): Promise<void> {
  await sql`
    insert into bulk_changes (bulk_id, account_id, user_id, change, qr_ids)
    values (${plan.plan_id}, ${plan.account_id}, ${plan.actor_id}, ${JSON.stringify(plan.change)}::jsonb, ${plan.qr_ids}::uuid[])
    on conflict (bulk_id) do nothing`.execute(db);
}

/** What the plan has reached, in the transaction of its step. */
export async function updateBulkOf(tx: Tx, planId: string): Promise<void> {
  await sql`
    update bulk_changes bulk set done = planned.done, failures = planned.failures, finished_at = planned.finished_at
    from planned_changes planned where bulk_id = ${planId} and plan_id = bulk_id`.execute(tx);
}

/** Somebody has undone what was changed so far: the rest stays as it is. */
export async function updateStopped(db: Db, planId: string): Promise<void> {
  await sql`update planned_changes set cancelled_at = now() where plan_id = ${planId} and ${isWaiting}`.execute(
    db,
  );
}

export interface OwnCode {
  qr_id: string;
  project_id: string;
}

export async function listOwnCodes(db: Db | Tx, accountId: string, qrIds: string[]): Promise<OwnCode[]> {
  const { rows } = await sql<OwnCode>`
    select qr_id, project_id from qr_codes where account_id = ${accountId} and qr_id = any(${qrIds}::uuid[])`.execute(
    db,
  );
  return rows;
}
