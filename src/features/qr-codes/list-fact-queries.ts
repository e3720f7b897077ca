import { sql } from 'kysely';
import type { Db } from '../database.ts';

const tagsAtOnce = 1_000;

/** The names of the tags that codes of these projects have, each once; null: of the whole account. */
export async function listTags(db: Db, accountId: string, projectIds: string[] | null): Promise<string[]> {
  const projects = projectIds === null ? sql`` : sql`and project_id = any(${projectIds}::uuid[])`;
  const { rows } = await sql<{ name: string }>`
    select distinct on (tag_key) name from project_tags where account_id = ${accountId} ${projects}
    order by tag_key, project_id limit ${tagsAtOnce}`.execute(db);
  return rows.map(({ name }) => name);
}

/** False: codes from before an upgrade are still missing in lists by scans. */
export async function areListsComplete(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_complete: boolean }>`
    select finished_at is not null as is_complete from list_state`.execute(db);
  return rows[0]?.is_complete ?? false;
}

/** Compares the next codes with what lists know of them. False: that was the end. */
export async function syncListFacts(db: Db, codes: number): Promise<boolean> {
  const { rows } = await sql<{ has_more: boolean }>`
    select sync_list_facts(${codes}::int) as has_more`.execute(db);
  return rows[0]?.has_more ?? false;
}

/** Takes over what scans have changed. Codes that somebody else changes right now are left out. */
export async function refreshListFacts(db: Db, qrIds: string[]): Promise<void> {
  await sql`select refresh_list_facts(${qrIds}::uuid[])`.execute(db);
}

/** Removes tags that no code of their project has any more. */
export async function deleteUnusedTags(db: Db, after: string, limit: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with listed as (
      select project_id, tag_key, account_id from project_tags where project_id::text || ' ' || tag_key > ${after}
      order by project_id::text || ' ' || tag_key limit ${limit}),
    removed as (
      delete from project_tags own using listed
      where own.project_id = listed.project_id and own.tag_key = listed.tag_key and not exists (
        select from qr_codes code where code.account_id = listed.account_id and code.project_id = listed.project_id
          and code.tags <> '{}' and fold_tags(code.tags) @> array[listed.tag_key]))
    select max(project_id::text || ' ' || tag_key) as last from listed`.execute(db);
  return rows[0]?.last ?? null;
}
