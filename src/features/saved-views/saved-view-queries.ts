import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface SavedViewRow {
  view_id: string;
  name: string;
  filter: Record<string, unknown>;
}

interface Owner {
  accountId: string;
  userId: string;
}

export function listSavedViews(db: Db, { accountId, userId }: Owner): Promise<SavedViewRow[]> {
  return db
    .selectFrom('saved_views')
    .select(['view_id', 'name', 'filter'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .orderBy(sql`name_key(name)`)
    .execute() as Promise<SavedViewRow[]>;
}

/** The number of views of a member, which stays the same until the transaction ends. */
export async function lockViewCount(tx: Tx, { accountId, userId }: Owner): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('saved_views'), hashtext(${userId}))`.execute(tx);
  const { rows } = await sql<{ views: number }>`
    select count(*)::int as views from saved_views where account_id = ${accountId} and user_id = ${userId}`.execute(
    tx,
  );
  return rows[0]?.views ?? 0;
}

/** A view with the same name is replaced. */
export async function upsertSavedView(
  tx: Tx,
  { accountId, userId }: Owner,
  view: SavedViewRow,
): Promise<string> {
  const { rows } = await sql<{ view_id: string }>`
    insert into saved_views (view_id, account_id, user_id, name, filter)
    values (${view.view_id}, ${accountId}, ${userId}, ${view.name}, ${JSON.stringify(view.filter)}::jsonb)
    on conflict (account_id, user_id, lower(name)) do update set name = excluded.name, filter = excluded.filter
    returning view_id`.execute(tx);
  return rows[0]?.view_id ?? view.view_id;
}

export async function deleteSavedView(
  db: Db,
  { accountId, userId }: Owner,
  viewId: string,
): Promise<boolean> {
  const result = await db
    .deleteFrom('saved_views')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('view_id', '=', viewId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
