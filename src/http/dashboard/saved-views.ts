import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { saveView } from '#features/saved-views/save-view.ts';
import {
  deleteSavedView,
  listSavedViews,
  type SavedViewRow,
} from '#features/saved-views/saved-view-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';

const path = '/dashboard/api/saved-views';

/** Filters and orders of the list that a member has named. */
export function registerSavedViews(app: FastifyInstance, { db }: ApiContext): void {
  const route = dashboardRoute('codes.read');

  app.get(path, route, async (request) => ({
    ok: true,
    items: (await listSavedViews(db, memberOf(request))).map(view),
  }));

  app.post(path, route, async (request, reply) => {
    const saved = await saveView(db, memberOf(request), jsonBody(request));
    return reply.status(201).send({ ok: true, view: view(saved) });
  });

  app.delete<{ Params: { id: string } }>(`${path}/:id`, route, async (request) => {
    const viewId = parseIdentifier('viw', request.params.id);
    if (viewId === null || !(await deleteSavedView(db, memberOf(request), viewId)))
      throw new Refusal('not_found', 'There is no such view.');
    return { ok: true };
  });
}

function view({ view_id, name, filter }: SavedViewRow) {
  return { view_id: formatIdentifier('viw', view_id), name, filter };
}
