import type { FastifyInstance } from 'fastify';
import { ApiError } from '#core/errors.ts';
import type { ApiContext } from './api-context.ts';

const types: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png' };

/** Images, for those who have no CDN in front. A name stands for its content, so it may be kept for ever. */
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
          'cache-control': 'public, max-age=31536000, immutable',
          // An SVG opened by itself is a document: it may draw, and nothing else.
          'content-security-policy': `default-src 'none'; style-src 'none'; script-src 'none'; sandbox`,
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type(types[name.slice(-3)] ?? 'application/octet-stream')
        .send(content);
    },
  );
}
