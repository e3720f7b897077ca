import type { Actor } from '#core/actor.ts';
import { cutPage, type Page } from '#core/page.ts';
import type { PageCursor } from '#core/page-token.ts';
import { visibleProjects } from '#core/permissions.ts';
import type { Db } from '../database.ts';
import { listProjects, type ProjectRow } from './project-queries.ts';

export async function pageProjects(
  db: Db,
  actor: Actor,
  after: PageCursor | null,
  size: number,
): Promise<Page<ProjectRow>> {
  const rows = await listProjects(db, actor.accountId, after, size + 1, visibleProjects(actor));
  return cutPage(rows, size, (project) => ({
    createdAtMs: project.created_at.getTime(),
    id: project.project_id,
  }));
}
