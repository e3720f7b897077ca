import type { FastifyRequest } from 'fastify';
import type { Actor } from '#core/actor.ts';
import { cutPage } from '#core/page.ts';
import { pageSizeDefault } from '#core/page-size.ts';
import { changeView } from '#features/history/change-view.ts';
import { type ChangeRow, listChanges } from '#features/history/history-queries.ts';
import type { ApiContext } from './api-context.ts';
import { readPageRequest, sealNextPage } from './page-request.ts';

/** A page of the history of a code or project, for `/v2` and the dashboard. The caller must have checked access. */
export async function readHistoryPage(
  context: ApiContext,
  request: FastifyRequest,
  actor: Actor,
  of: { qrId: string } | { projectId: string },
) {
  const scope = { accountId: actor.accountId, endpoint: 'history', filters: JSON.stringify(of) };
  const page = readPageRequest(context, request, scope, pageSizeDefault);
  const listed = await listChanges(context.db, of, page.after?.id ?? null, page.size + 1);
  const { rows, next } = cutPage(listed, page.size, cursorOf);
  return { items: rows.map(changeView), next_page_token: sealNextPage(context, page, next) };
}

export function cursorOf({ changed_at, change_id }: Pick<ChangeRow, 'changed_at' | 'change_id'>) {
  return { createdAtMs: changed_at.getTime(), id: change_id };
}
