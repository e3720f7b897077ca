import type { FastifyInstance } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { parseKeyLimits } from '#core/key-input.ts';
import { findApiKey, listApiKeys } from '#features/api-keys/api-key-queries.ts';
import { revokeApiKey } from '#features/api-keys/revoke-api-key.ts';
import { createOauthClient } from '#features/oauth/create-oauth-client.ts';
import { oauthClientView } from '#features/oauth/oauth-client-view.ts';
import { sendSecurityNotice } from '#features/sign-in/send-security-notice.ts';
import type { ApiContext } from '../api-context.ts';
import { callerOf, dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';
import { mailOffice } from './mail-office.ts';
import { requireProof } from './require-proof.ts';

const rowsMax = 100;
const path = '/dashboard/api/oauth-clients';

export function registerOauthClients(app: FastifyInstance, context: ApiContext): void {
  const { db, plans } = context;
  const notify = (accountId: string, kind: 'key_created' | 'key_revoked', name: string) =>
    sendSecurityNotice(
      db,
      mailOffice(context),
      { accountId },
      { kind, detail: `It is an OAuth client with the name "${name}".` },
    );

  app.get(path, dashboardRoute('keys.read'), async (request) => {
    const clients = await listApiKeys(db, memberOf(request).accountId, rowsMax, 'oauth_client');
    return { ok: true, items: clients.map(oauthClientView) };
  });

  /** Only this response contains the secret. */
  app.post(path, dashboardRoute('keys.change'), async (request, reply) => {
    const member = memberOf(request);
    await requireProof(context, callerOf(request));
    const body = jsonBody(request);
    const limits = parseKeyLimits({ ...body, scopes: body['scopes'] ?? [] }, context.clock.nowMs());
    if (!limits.ok) throw invalidRequest(limits);
    if (limits.value === null) throw new Refusal('invalid_request', 'Choose the scopes of the client.');
    const { row, secret } = await createOauthClient(
      dbOf(context, request),
      plans,
      member,
      textField(body, 'name') ?? '',
      limits.value,
    );
    await notify(member.accountId, 'key_created', row.name);
    return reply.status(201).send({ ok: true, client: oauthClientView(row), client_secret: secret });
  });

  app.delete<{ Params: { id: string } }>(`${path}/:id`, dashboardRoute('keys.change'), async (request) => {
    const { accountId } = memberOf(request);
    const clientId = parseIdentifier('cli', request.params.id);
    const client = clientId === null ? undefined : await findApiKey(db, accountId, clientId, 'oauth_client');
    if (client === undefined) throw new Refusal('not_found', 'There is no such client.');
    const revoked = await revokeApiKey(dbOf(context, request), client.key_id);
    await notify(accountId, 'key_revoked', client.name);
    return { ok: true, client: oauthClientView(revoked) };
  });
}
