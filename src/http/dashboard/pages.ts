import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { readStaticFolder } from '#platform/static-folder.ts';
import type { ApiContext } from '../api-context.ts';
import { sendStatic } from '../send-static.ts';
import { dashboardRoute } from './dashboard-route.ts';

const folder = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));
/** Named after their content, so they never change. */
const assetPrefix = 'assets/';
/** Reads photographs with WebAssembly. What it may do is decided by its own policy, so pages don't get this right. */
const photoWorker = /^assets\/photo-worker-[\w-]+\.js$/;
const photoWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const assetCache = 'public, max-age=31536000, immutable';

/** The dashboard: one page whose script knows all addresses, and files named after their content. */
export function registerPages(app: FastifyInstance, { config }: ApiContext): void {
  const files = readStaticFolder(folder);
  const images = new URL(config.fileBaseUrl).origin;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // React and the components set inline styles; a style alone can't read or send anything here.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const options = dashboardRoute('public');
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get('index.html');
    if (file === undefined)
      throw new Refusal('not_found', 'The dashboard is not built yet. Run npm run build, then start again.');
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
    return sendStatic(request, reply, file);
  };
  app.get('/dashboard', options, page);
  app.get<{ Params: { '*': string } }>('/dashboard/*', options, async (request, reply) => {
    const path = request.params['*'];
    const file = path === 'index.html' ? undefined : files.get(path);
    if (file !== undefined) {
      if (photoWorker.test(path)) reply.header('content-security-policy', photoWorkerPolicy);
      reply.header('cache-control', path.startsWith(assetPrefix) ? assetCache : 'no-cache');
      return sendStatic(request, reply, file);
    }
    if (path === 'api' || path.startsWith('api/') || path.startsWith(assetPrefix))
      throw new Refusal('not_found', "This path doesn't exist.");
    return page(request, reply);
  });
}
