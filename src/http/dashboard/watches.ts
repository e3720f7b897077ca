import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { parseWatch } from '#core/watch/watch-input.ts';
import { removeWatch, requireWatched, saveWatch } from '#features/watches/save-watch.ts';
import { readWatch } from '#features/watches/watch-view.ts';
import type { ApiContext } from '../api-context.ts';
import { memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';

const path = '/dashboard/api/qr-codes/:id/watch';

interface CodeRequest {
  Params: { id: string };
}

/** What is watched about a code: the operations of `/v2/qr-codes/{id}/watch`. */
export function registerWatchPages(app: FastifyInstance, context: ApiContext): void {
  const { db, safety, config } = context;
  const idOf = ({ id }: CodeRequest['Params']) => parseIdentifier('qrc', id);

  /** Null if nothing is watched. */
  app.get<CodeRequest>(path, dashboardRoute('codes.read'), async (request) => {
    const code = await requireWatched(db, memberOf(request), idOf(request.params));
    return {
      ok: true,
      is_offered: config.watch.isOffered,
      watch: await readWatch(db, memberOf(request), code),
    };
  });

  app.put<CodeRequest>(path, dashboardRoute('codes.change'), async (request) => {
    const input = parseWatch(jsonBody(request));
    if (!input.ok) throw invalidRequest(input);
    const parts = { safety, offer: config.watch };
    const code = await saveWatch(db, parts, memberOf(request), idOf(request.params), input.value);
    return { ok: true, watch: await readWatch(db, memberOf(request), code) };
  });

  app.delete<CodeRequest>(path, dashboardRoute('codes.change'), async (request) => {
    await removeWatch(db, safety, memberOf(request), idOf(request.params));
    return { ok: true };
  });
}
