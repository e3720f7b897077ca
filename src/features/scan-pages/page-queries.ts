import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface PageRow {
  display_name: string | null;
  color: string | null;
  logo: Buffer | null;
  fallback_url: string | null;
  /** Null while it is not checked. */
  fallback_verdict: 'safe' | 'unsafe' | 'unverified' | null;
  is_fallback_known: boolean;
}

export type PageFields = Partial<Omit<PageRow, 'fallback_verdict' | 'is_fallback_known'>>;

export async function findPage(db: Db, projectId: string): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select page.display_name, page.color, page.logo, page.fallback_url, known.verdict as fallback_verdict,
      known.url is not null as is_fallback_known
    from scan_pages page
    left join destinations known on known.destination_id = destination_id(page.fallback_url) and known.url = page.fallback_url
    where page.project_id = ${projectId}`.execute(db);
  return rows[0];
}

export async function updatePage(
  db: Db,
  project: { account_id: string; project_id: string },
  fields: PageFields,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await db
    .insertInto('scan_pages')
    .values({ project_id: project.project_id, account_id: project.account_id, ...fields })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(fields))
    .execute();
}
