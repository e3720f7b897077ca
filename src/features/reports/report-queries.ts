import { sql } from 'kysely';
import type { Cadence } from '#core/analytics/report-period.ts';
import type { Role } from '#core/role.ts';
import type { Db, Tx } from '../database.ts';

export interface Subscription {
  account_id: string;
  user_id: string;
  cadence: Cadence;
  next_at: Date;
}

interface Subscriber {
  account_id: string;
  user_id: string;
}

export async function listCadences(
  db: Db,
  { account_id: accountId, user_id: userId }: Subscriber,
): Promise<Cadence[]> {
  const rows = await db
    .selectFrom('report_subscriptions')
    .select('cadence')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ cadence }) => cadence as Cadence);
}

/** Keeps the time of the next report if there is one already. */
export async function insertSubscription(db: Db, subscription: Subscription): Promise<void> {
  await db
    .insertInto('report_subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteSubscription(
  db: Db,
  { account_id: accountId, user_id: userId, cadence }: Omit<Subscription, 'next_at'>,
): Promise<void> {
  await db
    .deleteFrom('report_subscriptions')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('cadence', '=', cadence)
    .execute();
}

export interface DueReport extends Subscription {
  email: string;
  time_zone: string;
  /** Null: only in single projects. */
  role: Role | null;
  project_ids: string[];
  is_ended: boolean;
}

/** Reports whose period ended some hours ago, the oldest first. */
export async function listDueReports(
  db: Db,
  { waitHours, limit }: { waitHours: number; limit: number },
): Promise<DueReport[]> {
  const { rows } = await sql<DueReport>`
    select report.account_id, report.user_id, report.cadence, report.next_at, auth_users.email, accounts.time_zone, member.role,
      array(select own.project_id from member_projects own
        where own.account_id = report.account_id and own.user_id = report.user_id) as project_ids,
      accounts.suspended_at is not null or accounts.erased_at is not null or accounts.erase_at is not null as is_ended
    from report_subscriptions report
      join accounts using (account_id)
      join account_users member using (account_id, user_id)
      join auth_users on auth_users.id = report.user_id
    where report.next_at <= now() - make_interval(hours => ${waitHours}::int)
    order by report.next_at, report.user_id, report.account_id, report.cadence limit ${limit}`.execute(db);
  return rows;
}

/** Whether it was still due: somebody else may have sent it, or its reader may have switched it off. */
export async function claimReport(
  tx: Tx,
  { account_id: accountId, user_id: userId, cadence, next_at: dueAt }: Subscription,
  nextAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_subscriptions')
    .set({ next_at: nextAt })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('cadence', '=', cadence)
    .where('next_at', '=', dueAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
