import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { scopes } from '#core/scopes.ts';
import { issueToken, tokenLifeSeconds } from '#features/oauth/issue-token.ts';
import { OauthError } from '#features/oauth/oauth-error.ts';
import { introspectToken, revokeToken } from '#features/oauth/revoke-token.ts';
import type { ApiContext } from '../api-context.ts';
import { limitAddress, refuseKnownAddress } from '../limit-requests.ts';
import { recordOf } from '../request-record.ts';
import { readClient, readForm } from './token-request.ts';

const hidden = { schema: { hide: true } };

/** OAuth 2.0 for programs: client credentials, revocation, introspection and metadata (RFC 6749, 7009, 7662, 8414). */
export async function registerOauth(app: FastifyInstance, context: ApiContext): Promise<void> {
  const { db, plans, config } = context;
  await app.register(async (oauth) => {
    oauth.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
      refuseKnownAddress(context, request);
    });

    oauth.post('/oauth/token', hidden, (request, reply) =>
      answer(context, request, reply, async () => {
        const form = readForm(request);
        const client = readClient(request, form);
        const grant = form.get('grant_type');
        if (grant === undefined) throw new OauthError('invalid_request', 'grant_type is missing.');
        if (grant !== 'client_credentials')
          throw new OauthError('unsupported_grant_type', 'Use grant_type=client_credentials.');
        const { token, scopes: granted } = await issueToken(db, plans, client, form.get('scope') ?? null);
        recordOf(request).keyId = parseIdentifier('cli', client.clientId);
        return {
          access_token: token,
          token_type: 'Bearer',
          expires_in: tokenLifeSeconds,
          scope: granted.join(' '),
        };
      }),
    );

    oauth.post('/oauth/revoke', hidden, (request, reply) =>
      answer(context, request, reply, async () => {
        const form = readForm(request);
        await revokeToken(db, readClient(request, form), requireToken(form));
        return {};
      }),
    );

    oauth.post('/oauth/introspect', hidden, (request, reply) =>
      answer(context, request, reply, async () => {
        const form = readForm(request);
        const token = await introspectToken(db, readClient(request, form), requireToken(form));
        if (token === null) return { active: false };
        return {
          active: true,
          scope: token.scopes.join(' '),
          client_id: formatIdentifier('cli', token.key_id),
          token_type: 'Bearer',
          iat: Math.floor(token.created_at.getTime() / 1_000),
          exp: Math.floor(token.expires_at.getTime() / 1_000),
        };
      }),
    );
  });

  app.get('/.well-known/oauth-authorization-server', hidden, async () => ({
    issuer: config.apiBaseUrl,
    token_endpoint: `${config.apiBaseUrl}/oauth/token`,
    revocation_endpoint: `${config.apiBaseUrl}/oauth/revoke`,
    introspection_endpoint: `${config.apiBaseUrl}/oauth/introspect`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods,
    scopes_supported: scopes,
    service_documentation: `${config.apiBaseUrl}/guide/api`,
  }));
}

const authMethods = ['client_secret_basic', 'client_secret_post'];

/** Errors in the form of RFC 6749 §5.2. Failed requests count against the address. */
async function answer(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<object>,
): Promise<FastifyReply> {
  try {
    return reply.send(await work());
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    await limitAddress(context, request);
    recordOf(request).errorCode = error.code;
    if (error.status === 401) reply.header('www-authenticate', 'Basic realm="waypost"');
    return reply.status(error.status).send({ error: error.code, error_description: error.message });
  }
}

function requireToken(form: ReadonlyMap<string, string>): string {
  const token = form.get('token');
  if (token === undefined) throw new OauthError('invalid_request', 'token is missing.');
  return token;
}
