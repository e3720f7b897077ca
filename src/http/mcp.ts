import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { type CallApi, pathWith } from '#features/mcp/call-api.ts';
import { actorOf } from './authenticate.ts';

/** Credentials of the caller, for the requests of its tools. */
const credentialHeaders = ['x-api-key', 'authorization', 'user-agent'];

/**
 * MCP over streamable HTTP, for restricted keys only: their scopes decide which tools there are. Each request stands alone, so any process can
 * answer it.
 */
export function registerMcp(app: FastifyInstance, version: string): void {
  app.post('/mcp', { schema: { hide: true }, config: { access: 'mcp.use' } }, async (request, reply) => {
    const { scopes } = actorOf(request);
    if (scopes === null)
      throw new Refusal(
        'insufficient_scope',
        'MCP needs a restricted key, so that a program gets only the rights that you choose. Create one in the dashboard.',
      );
    // Most installations never need it, and it takes a moment to load.
    const { createMcpHandler } = await import('@modelcontextprotocol/server');
    const { createMcpServer } = await import('#features/mcp/create-mcp-server.ts');
    const handler = createMcpHandler(() => createMcpServer(version, scopes, callerOf(app, request)), {
      responseMode: 'json',
    });
    try {
      const response = await handler.fetch(webRequest(request));
      const body = Buffer.from(await response.arrayBuffer());
      return reply
        .status(response.status)
        .headers(Object.fromEntries(response.headers))
        .send(body.length === 0 ? null : body);
    } finally {
      await handler.close();
    }
  });
}

/** Requests of the tools take the same way as all others: authentication, limits, scopes, checks. */
function callerOf(app: FastifyInstance, { headers, ip }: FastifyRequest): CallApi {
  const own = credentialHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return async (method, path, { query, body } = {}) => {
    const response = await app.inject({
      method,
      url: pathWith(path, query),
      remoteAddress: ip,
      headers: { host: headers.host ?? 'localhost', ...Object.fromEntries(own) },
      ...(body !== undefined && { payload: body }),
    });
    return { status: response.statusCode, body: response.json() };
  };
}

function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const name of ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const body = request.body as Uint8Array | undefined;
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers,
    body: body ? Buffer.from(body) : null,
  });
}
