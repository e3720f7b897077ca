import type { FastifyRequest } from 'fastify';
import { OauthError } from '#features/oauth/oauth-error.ts';
import type { ClientCredentials } from '#features/oauth/require-client.ts';

/** The parameters of a form. Empty ones count as missing, and none may be repeated (RFC 6749 §3.2). */
export function readForm(request: FastifyRequest): ReadonlyMap<string, string> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded')
    throw new OauthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams((request.body as Buffer | undefined)?.toString('utf8'))) {
    if (form.has(name)) throw new OauthError('invalid_request', 'A parameter is repeated.');
    if (value !== '') form.set(name, value);
  }
  return form;
}

/** From the header or from the form, but not from both (RFC 6749 §2.3). */
export function readClient(request: FastifyRequest, form: ReadonlyMap<string, string>): ClientCredentials {
  const basic = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (basic === undefined) {
    const [clientId, secret] = [form.get('client_id'), form.get('client_secret')];
    if (clientId !== undefined && secret !== undefined) return { clientId, secret };
    throw new OauthError('invalid_client', 'Send the client ID and its secret.');
  }
  if (form.has('client_secret'))
    throw new OauthError(
      'invalid_request',
      'Send the secret either in Authorization or in the body, not in both.',
    );
  const [clientId = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  const credentials = { clientId: decode(clientId), secret: decode(rest.join(':')) };
  if (form.has('client_id') && form.get('client_id') !== credentials.clientId)
    throw new OauthError('invalid_request', 'client_id is not the client of Authorization.');
  return credentials;
}

/** Both are form-encoded inside of the header (RFC 6749 §2.3.1). */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new OauthError('invalid_client', 'The Authorization header is malformed.');
  }
}
