import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '#core/errors.ts';
import { parseLabelRequest } from '#core/print/label-sheets.ts';
import type { ApiContext } from '../api-context.ts';
import { drawLabels } from '../draw-labels.ts';
import { memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';

/** Labels of chosen codes. */
export function registerLabelSheets(app: FastifyInstance, context: ApiContext): void {
  app.post('/dashboard/api/label-sheets', dashboardRoute('codes.read'), async (request, reply) => {
    const wanted = parseLabelRequest(jsonBody(request));
    if (!wanted.ok) throw invalidRequest(wanted);
    return reply
      .headers({ 'cache-control': 'private, no-store' })
      .type('application/pdf')
      .send(await drawLabels(context, memberOf(request), wanted.value));
  });
}
