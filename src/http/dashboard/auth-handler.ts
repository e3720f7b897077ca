import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '#core/errors.ts';
import { authPath, clientAddressHeader } from '#features/sign-in/create-auth.ts';
import type { ApiContext } from '../api-context.ts';
import { clientNetwork } from '../client-network.ts';

/** Everything under this path is better-auth's to answer. */
export function registerAuthHandler(app: FastifyInstance, { auth, config, log }: ApiContext): void {
  app.route({
    method: ['GET', 'POST'],
    url: `${authPath}/*`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const response = await auth.handler(toWebRequest(request, config.apiBaseUrl));
      if (response.status >= 500) {
        log.error({ status: response.status, path: request.url.split('?')[0] }, 'sign-in could not answer');
        throw new ApiError('service_unavailable', 'Signing in is not possible right now; try again.', {
          retryAfterSeconds: 2,
        });
      }
      for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
      // Several cookies are several headers.
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      return reply.status(response.status).send(Buffer.from(await response.arrayBuffer()));
    },
  });
}

export function toWebRequest(request: FastifyRequest, baseUrl: string): Request {
  const headers = webHeaders(request);
  const body = request.body as Buffer | undefined;
  const hasBody = request.method !== 'GET' && body !== undefined && body.length > 0;
  return new Request(baseUrl + request.url, {
    method: request.method,
    headers,
    ...(hasBody && { body: new Uint8Array(body) }),
  });
}

/** With the address as we see it, whatever the client says of itself. */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === clientAddressHeader || value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
  }
  headers.set(clientAddressHeader, clientNetwork(request.ip).replace(/\/64$/, ''));
  return headers;
}
