import type { FastifyInstance } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { parseKeyLimits } from '#core/key-input.ts';
import { findApiKey, listApiKeys } from '#features/api-keys/api-key-queries.ts';
import { apiKeyView } from '#features/api-keys/api-key-view.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import { revokeApiKey } from '#features/api-keys/revoke-api-key.ts';
import { sendSecurityNotice } from '#features/sign-in/send-security-notice.ts';
import type { ApiContext } from '../api-context.ts';
import { callerOf, dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';
import { mailOffice } from './mail-office.ts';
import { requireProof } from './require-proof.ts';

const rowsMax = 100;
const path = '/dashboard/api/keys';

export function registerApiKeys(app: FastifyInstance, context: ApiContext): void {
  app.get(path, dashboardRoute('keys.read'), async (request) => {
    const { accountId } = memberOf(request);
    const keys = await listApiKeys(context.db, accountId, rowsMax);
    return { ok: true, items: keys.map(apiKeyView) };
  });

  /** Only this response contains the key itself. */
  app.post(path, dashboardRoute('keys.change'), async (request, reply) => {
    const { accountId } = memberOf(request);
    await requireProof(context, callerOf(request));
    const body = jsonBody(request);
    const name = textField(body, 'name') ?? '';
    const limits = parseKeyLimits(body, context.clock.nowMs());
    if (!limits.ok) throw invalidRequest(limits);
    const { row, apiKey } = await createApiKey(
      dbOf(context, request),
      context.plans,
      accountId,
      name,
      limits.value,
    );
    await sendSecurityNotice(
      context.db,
      mailOffice(context),
      { accountId },
      {
        kind: 'key_created',
        detail: `Its name is "${row.name}", and it begins with ${row.display_prefix}.`,
      },
    );
    return reply.status(201).send({ ok: true, key: apiKeyView(row), api_key: apiKey });
  });

  app.delete<{ Params: { id: string } }>(`${path}/:id`, dashboardRoute('keys.change'), async (request) => {
    const { accountId } = memberOf(request);
    const keyId = parseIdentifier('key', request.params.id);
    const key = keyId === null ? undefined : await findApiKey(context.db, accountId, keyId);
    if (key === undefined) throw new Refusal('not_found', 'There is no such key.');
    const revoked = await revokeApiKey(dbOf(context, request), key.key_id);
    await sendSecurityNotice(
      context.db,
      mailOffice(context),
      { accountId },
      {
        kind: 'key_revoked',
        detail: `Its name was "${key.name}".`,
      },
    );
    return { ok: true, key: apiKeyView(revoked) };
  });
}
