import type { FastifyRequest } from 'fastify';
import { clientAddressHeader } from '#features/sign-in/create-auth.ts';
import { clientNetwork } from '#platform/client-network.ts';

/** The request in the form of better-auth. */
export function toWebRequest(
  request: FastifyRequest,
  baseUrl: string,
  body: Record<string, unknown> | null,
): Request {
  const headers = webHeaders(request);
  headers.delete('content-length');
  if (body !== null) headers.set('content-type', 'application/json');
  return new Request(baseUrl + request.url, {
    method: request.method,
    headers,
    ...(body !== null && { body: JSON.stringify(body) }),
  });
}

/** With the address that we see, whatever the client claims. */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === clientAddressHeader || value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
  }
  headers.set(clientAddressHeader, clientNetwork(request.ip).replace(/\/64$/, ''));
  return headers;
}
