import type { FastifyInstance } from 'fastify';
import { ApiError } from '#core/errors.ts';
import { contentTypes, fileCacheControl } from '#platform/file-store.ts';
import type { ApiContext } from './api-context.ts';

/** Images, for those who have no CDN in front. */
export function registerFiles(app: FastifyInstance, context: ApiContext): void {
  app.get<{ Params: { name: string } }>(
    '/files/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      const content = await context.files.read(name);
      if (content === null) throw new ApiError('not_found', 'There is no such file.');
      return reply
        .headers({
          'cache-control': fileCacheControl,
          // An SVG opened by itself is a document: it may draw, and nothing else.
          'content-security-policy': `default-src 'none'; style-src 'none'; script-src 'none'; sandbox`,
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type(contentTypes[name.slice(-3)] ?? 'application/octet-stream')
        .send(content);
    },
  );
}
