import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatIdentifier } from '#core/identifier.ts';
import { keyPolicies } from '#core/rate-limit.ts';
import { scopes } from '#core/scopes.ts';
import { issueToken } from '#features/oauth/issue-token.ts';
import { OauthError } from '#features/oauth/oauth-error.ts';
import { requireClient } from '#features/oauth/require-client.ts';
import { introspectToken, revokeToken } from '#features/oauth/revoke-token.ts';
import type { ApiContext } from '../api-context.ts';
import { toRefusal } from '../error-handler.ts';
import { limitAddress, refuseKnownAddress, throwIfRefused } from '../limit-requests.ts';
import { recordOf } from '../request-record.ts';
import { readClient, readForm } from './token-request.ts';

const hidden = { schema: { hide: true } };

/** OAuth 2.0 for programs: client credentials, revocation, introspection and metadata (RFC 6749, 7009, 7662, 8414). */
export async function registerOauth(app: FastifyInstance, context: ApiContext): Promise<void> {
  const { db, plans, config, clock } = context;
  await app.register(async (oauth) => {
    oauth.setErrorHandler((error, request, reply) => answerError(context, error, request, reply));
    oauth.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
      refuseKnownAddress(context, request);
    });

    /** A client counts as a key: its requests here use up the same quota. */
    const clientOf = async (request: FastifyRequest, form: ReadonlyMap<string, string>) => {
      const client = await requireClient(db, plans, readClient(request, form));
      recordOf(request).keyId = client.keyId;
      const decision = await context.limiter.decide(`key:${client.keyId}`, keyPolicies(client.limits));
      throwIfRefused(
        decision,
        ({ quota, name }) => `This client has used its ${name} quota of ${quota} requests.`,
      );
      return client;
    };

    oauth.post('/oauth/token', hidden, async (request) => {
      const form = readForm(request);
      const client = await clientOf(request, form);
      const grant = form.get('grant_type');
      if (grant === undefined) throw new OauthError('invalid_request', 'grant_type is missing.');
      if (grant !== 'client_credentials')
        throw new OauthError('unsupported_grant_type', 'Use grant_type=client_credentials.');
      const issued = await issueToken(db, client, form.get('scope') ?? null, clock.nowMs());
      return {
        access_token: issued.token,
        token_type: 'Bearer',
        expires_in: issued.lifeSeconds,
        scope: issued.scopes.join(' '),
      };
    });

    oauth.post('/oauth/revoke', hidden, async (request) => {
      const form = readForm(request);
      await revokeToken(db, await clientOf(request, form), requireToken(form));
      return {};
    });

    oauth.post('/oauth/introspect', hidden, async (request) => {
      const form = readForm(request);
      const token = await introspectToken(db, await clientOf(request, form), requireToken(form));
      if (token === null) return { active: false };
      return {
        active: true,
        scope: token.scopes.join(' '),
        client_id: formatIdentifier('cli', token.key_id),
        token_type: 'Bearer',
        iat: Math.floor(token.created_at.getTime() / 1_000),
        exp: Math.floor(token.expires_at.getTime() / 1_000),
      };
    });
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

/** In the form of RFC 6749 §5.2, not in the envelope. Failed requests count against the address. */
async function answerError(
  context: ApiContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    if (!(error instanceof OauthError)) throw error;
    await limitAddress(context, request);
    recordOf(request).errorCode = error.code;
    if (error.status === 401) reply.header('www-authenticate', 'Basic realm="waypost"');
    return reply.status(error.status).send({ error: error.code, error_description: error.message });
  } catch (other) {
    const refusal = toRefusal(other);
    if (refusal.status >= 500) context.log.warn({ err: refusal.cause ?? other }, 'a token request failed');
    recordOf(request).errorCode = refusal.code;
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
    const code =
      refusal.status === 429 || refusal.status >= 500 ? 'temporarily_unavailable' : 'invalid_request';
    return reply.status(refusal.status).send({ error: code, error_description: refusal.message });
  }
}

function requireToken(form: ReadonlyMap<string, string>): string {
  const token = form.get('token');
  if (token === undefined) throw new OauthError('invalid_request', 'token is missing.');
  return token;
}
