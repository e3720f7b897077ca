import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

/** The reference page at `/docs`: we serve every file, and allow only its own scripts. */
export async function registerApiReference(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html'))
        return;
      const hashes = inlineScripts(payload).map(
        (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
      );
      reply.header('content-security-policy', contentSecurityPolicy(hashes));
    });
    await docs.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Waypost API reference',
        withDefaultFonts: false,
        telemetry: false,
        // Parts that would send the document to another service.
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
      },
    });
  });
}

/** Reads the page once. */
function inlineScripts(html: string): string[] {
  const scripts: string[] = [];
  for (let at = html.indexOf('<script'); at !== -1; at = html.indexOf('<script', at)) {
    const start = html.indexOf('>', at) + 1;
    const end = start === 0 ? -1 : html.indexOf('</script>', start);
    if (end === -1) break;
    if (!/\ssrc=/.test(html.slice(at, start))) scripts.push(html.slice(start, end));
    at = end;
  }
  return scripts;
}

function contentSecurityPolicy(scriptHashes: string[]): string {
  return [
    `default-src 'none'`,
    `script-src 'self' ${scriptHashes.join(' ')}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self' data:`,
    `connect-src 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ');
}
