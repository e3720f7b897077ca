import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { contentTypes, fileCacheControl, isPrivateFile } from '#platform/file-store.ts';
import type { ApiContext } from './api-context.ts';
import { limitAddress } from './limit-requests.ts';
import { firstQueryValue } from './query.ts';

/** Images without a CDN; those with a secret only with a signed link. */
export function registerFiles(app: FastifyInstance, context: ApiContext): void {
  app.get<{ Params: { name: string } }>(
    '/files/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      const isPrivate = isPrivateFile(name);
      const signature = firstQueryValue(request, 'signature') ?? '';
      const isAllowed =
        !isPrivate || context.fileLinks.isValid(name, firstQueryValue(request, 'expires') ?? '', signature);
      const content = isAllowed ? await context.files.read(name) : null;
      if (content === null) {
        // Only misses count: an existing image is never refused.
        await limitAddress(context, request);
        throw new Refusal('not_found', 'There is no such file.');
      }
      return reply
        .headers({
          'cache-control': isPrivate ? 'private, no-store' : fileCacheControl,
          // An SVG that is opened directly is a document: it may draw, and nothing else.
          'content-security-policy': `default-src 'none'; img-src data:; style-src 'none'; script-src 'none'; sandbox`,
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type(contentTypes[name.slice(-3)] ?? 'application/octet-stream')
        .send(content);
    },
  );
}
