import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseScansQuery, scansLimit, scansParameters } from '#core/scans-query.ts';
import { requireSubject } from '#features/analytics/require-subject.ts';
import { readScans } from '#features/scans/read-scans.ts';
import { TaskLimit } from '#platform/task-limit.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import {
  envelopeFields2,
  errorResponses,
  nullable,
  rateLimitResponseHeaders,
  timestamp,
} from '../schemas.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const known = (example: string, description = 'Null if unknown.') =>
  nullable(Type.String({ description, example }));

export const scanSchema = Type.Object(
  {
    scan_number: nullable(
      Type.Integer({
        description:
          'Numbers the counted scans of a code from 1, without gaps. Null for scans from before they were numbered.',
        example: 42,
      }),
    ),
    scanned_at: timestamp('When the code was scanned.'),
    country: known('PT', 'ISO 3166 code; null if unknown.'),
    device: known('mobile'),
    system: known('Android'),
    browser: known('Chrome'),
    referrer_host: known('example.com'),
    rule: nullable(
      Type.Integer({ description: 'Place of the rule that matched, from 1; null: none.', example: 1 }),
    ),
    visitor: Type.String({
      description:
        'The same for all scans of a visitor on one UTC day in your account; another one on other days and for other accounts.',
    }),
  },
  { $id: 'Scan' },
);

const schema: FastifySchema = {
  operationId: 'listScans',
  tags: ['Analytics'],
  summary: 'List the single scans of a QR code',
  description:
    'Oldest first, for as long as single scans are kept. Scans while `analytics_enabled` was false have a number but no record. Pages can be shorter than `limit`: continue with `next_after_number` while `has_more` is true.',
  params: Type.Object({ id: Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }) }),
  querystring: Type.Object({
    after_number: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Scans after this number. Default: from the oldest that is kept.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: scansLimit.max, default: scansLimit.default })),
  }),
  response: {
    200: {
      description: 'A page of scans, oldest first.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields2,
            items: Type.Array(Type.Ref('Scan#')),
            next_after_number: Type.Integer({
              description: '`after_number` of the next page.',
              example: 142,
            }),
            has_more: Type.Boolean({ description: 'Whether there are scans after this page now.' }),
          }),
        },
      },
    },
    ...errorResponses(['invalid_request', 'qr_not_found', 'cursor_expired']),
  },
};

/** Each read looks into the places of every day that is kept, which takes a few hundred locks of PostgreSQL. */
const readsAtOnce = 2;
const waitMsMax = 5_000;

function busy(): Refusal {
  return new Refusal('service_unavailable', 'Many scans are being read right now. Try again in a moment.', {
    retryAfterSeconds: 2,
  });
}

export function registerGetScans(app: FastifyInstance, { db, ledgers }: ApiContext): void {
  const places = new TaskLimit(readsAtOnce, waitMsMax);
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/v2/qr-codes/:id/scans',
    { schema, config: { access: 'analytics.read' } },
    async (request) => {
      refuseUnknownParameters(request, scansParameters);
      const query = parseScansQuery(request.query);
      if (!query.ok) throw invalidRequest(query);
      const actor = actorOf(request);
      const qrId = await requireSubject(db, actor, 'analytics.read', 'code', request.params.id);
      const page = await places.run(
        () => readScans(db, ledgers, { qrId, accountId: actor.accountId }, query.value),
        busy,
      );
      return envelope(request, { ...page });
    },
  );
}
