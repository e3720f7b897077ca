import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { readStaticFolder } from '#platform/static-folder.ts';
import { sendStatic } from './send-static.ts';

const folder = fileURLToPath(new URL('../../docs/dist', import.meta.url));
const firstPage = 'start';
const options = { schema: { hide: true } };
/** Also of the first page. */
export const guidePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The built pages by path. */
export function guideFiles() {
  return readStaticFolder(folder);
}

/** The documentation of this release, as pages and as Markdown. */
export function registerGuide(app: FastifyInstance): void {
  const files = guideFiles();
  const serve = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = files.get(path) ?? files.get(`${path}.html`);
    if (file === undefined)
      throw new Refusal(
        'not_found',
        files.size === 0
          ? 'The guide is not built yet. Run npm run build, then start again.'
          : 'The guide has no such page.',
      );
    reply.headers({ 'content-security-policy': guidePolicy, 'cache-control': 'no-cache' });
    return sendStatic(request, reply, file);
  };
  app.get('/docs/guide', options, (request, reply) => serve(request, reply, firstPage));
  app.get('/docs/guide/', options, (request, reply) => serve(request, reply, firstPage));
  app.get<{ Params: { '*': string } }>('/docs/guide/*', options, (request, reply) =>
    serve(request, reply, request.params['*']),
  );
  app.get('/llms.txt', options, (request, reply) => serve(request, reply, 'llms.txt'));
}
