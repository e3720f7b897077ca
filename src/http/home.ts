import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './api-context.ts';
import { guideFiles, guidePolicy } from './guide.ts';
import { sendStatic } from './send-static.ts';

/** The first page of the service, or where the operator sends visitors instead. */
export function registerHome(app: FastifyInstance, { config }: Pick<ApiContext, 'config'>): void {
  const page = guideFiles().get('home.html');
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    if (config.homeUrl !== null) return reply.redirect(config.homeUrl, 302);
    // The pages are not built yet.
    if (page === undefined) return reply.redirect('/dashboard/', 302);
    reply.headers({ 'content-security-policy': guidePolicy, 'cache-control': 'no-cache' });
    return sendStatic(request, reply, page);
  });
}
