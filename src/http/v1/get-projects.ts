import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { pageSizeDefault } from '#core/page-size.ts';
import { pageProjects } from '#features/projects/page-projects.ts';
import { projectView } from '#features/projects/project-view.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { readPageRequest, sealNextPage } from '../page-request.ts';
import {
  envelopeFields,
  errorResponses,
  nextPageToken,
  pageQuery,
  rateLimitResponseHeaders,
} from '../schemas.ts';

const schema: FastifySchema = {
  operationId: 'listProjects',
  tags: ['Projects'],
  summary: 'List projects',
  description: 'The projects of the account, newest first.',
  querystring: Type.Object(pageQuery),
  response: {
    200: {
      description: 'A page of projects.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields,
            items: Type.Array(Type.Ref('Project#')),
            next_page_token: nextPageToken,
          }),
        },
      },
    },
    ...errorResponses([]),
  },
};

export function registerGetProjects(app: FastifyInstance, context: ApiContext): void {
  app.get('/v1/projects', { schema, config: { access: 'projects.read' } }, async (request) => {
    const actor = actorOf(request);
    const { accountId } = actor;
    const page = readPageRequest(
      context,
      request,
      { accountId, endpoint: 'projects', filters: '' },
      pageSizeDefault,
    );
    const { rows, next } = await pageProjects(context.db, actor, page.after, page.size);
    return envelope(request, {
      items: rows.map(projectView),
      next_page_token: sealNextPage(context, page, next),
    });
  });
}
