import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { readStaticFolder } from '#platform/static-folder.ts';
import { sendStatic } from './send-static.ts';

const folder = fileURLToPath(new URL('../../guide/dist', import.meta.url));
const options = { schema: { hide: true } };
/** The name of the large script contains its hash. */
const forever = 'public, max-age=31536000, immutable';
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The reference page at `/docs`. It contacts no other server. */
export function registerApiReference(app: FastifyInstance): void {
  const files = readStaticFolder(folder);
  const serve = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = files.get(path);
    if (file === undefined)
      throw new Refusal(
        'not_found',
        files.size === 0
          ? 'The API reference is not built yet. Run npm run build, then start again.'
          : 'The API reference has no such file.',
      );
    const caching = /-[0-9a-f]{12}\.js$/.test(path) ? forever : 'no-cache';
    reply.headers({ 'content-security-policy': policy, 'cache-control': caching });
    return sendStatic(request, reply, file);
  };
  app.get('/docs', options, (request, reply) => serve(request, reply, 'index.html'));
  app.get('/docs/', options, (request, reply) => serve(request, reply, 'index.html'));
  app.get<{ Params: { '*': string } }>('/docs/reference/*', options, (request, reply) =>
    serve(request, reply, request.params['*']),
  );
}
