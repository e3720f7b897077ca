import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { formatFeatures, formatLimits } from '#core/plan-limits.ts';
import { findAccount } from '#features/accounts/account-queries.ts';
import { countLiveKeys } from '#features/api-keys/api-key-queries.ts';
import { countMembers } from '#features/members/member-queries.ts';
import { findLiveCount } from '#features/qr-codes/quota-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf, requestsToday } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { envelopeFields2, errorResponses, nullable, rateLimitResponseHeaders } from '../schemas.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const numbers = Type.Unsafe<Record<string, number | null>>({
  type: 'object',
  additionalProperties: { type: 'integer', nullable: true },
});

const schema: FastifySchema = {
  operationId: 'getAccount',
  tags: ['Account'],
  summary: 'Retrieve the account',
  description: 'The account of the key, with its limits and how much of them is used.',
  response: {
    200: {
      description: 'The account.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields2,
            account_id: Type.String({ example: 'acc_01JD3Z2M4K6N8Q0S2V4X6Z8B0D' }),
            plan: Type.String({ example: 'pro' }),
            timezone: Type.String({ example: 'Europe/Lisbon' }),
            limits: numbers,
            features: Type.Unsafe<Record<string, boolean>>({
              type: 'object',
              additionalProperties: { type: 'boolean' },
            }),
            usage: Type.Object({
              live_qr_codes: Type.Integer(),
              api_keys: Type.Integer(),
              members: Type.Integer(),
              requests_today: nullable(
                Type.Integer({ description: 'Of this key; null while it is unknown.' }),
              ),
            }),
          }),
        },
      },
    },
    ...errorResponses(['invalid_request']),
  },
};

export function registerGetAccount(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  app.get('/v2/account', { schema, config: { access: 'account.read' } }, async (request) => {
    refuseUnknownParameters(request, []);
    const { accountId, entitlements } = actorOf(request);
    const account = await findAccount(db, accountId);
    if (account === undefined) throw new Refusal('not_found', 'There is no such account.');
    return envelope(request, {
      account_id: formatIdentifier('acc', accountId),
      plan: account.plan,
      timezone: account.time_zone,
      limits: formatLimits(entitlements.limits),
      features: { ...formatFeatures(entitlements.plan), api_access: entitlements.apiAccess },
      usage: {
        live_qr_codes: await findLiveCount(db, accountId),
        api_keys: (await countLiveKeys(db, accountId)).planned,
        members: await countMembers(db, accountId),
        requests_today: requestsToday(request),
      },
    });
  });
}
