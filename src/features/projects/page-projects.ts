import { cutPage, type Page } from '#core/page.ts';
import type { PageCursor } from '#core/page-token.ts';
import type { Db } from '../database.ts';
import { listProjects, type ProjectRow } from './project-queries.ts';

export async function pageProjects(
  db: Db,
  accountId: string,
  after: PageCursor | null,
  size: number,
): Promise<Page<ProjectRow>> {
  const rows = await listProjects(db, accountId, after, size + 1);
  return cutPage(rows, size, (project) => ({
    createdAtMs: project.created_at.getTime(),
    id: project.project_id,
  }));
}
