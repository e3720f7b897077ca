import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseRehearsal, rehearsalFields, rehearsedCodesMax } from '#core/rehearsal-input.ts';
import { rehearseChange } from '#features/rehearsals/rehearse-change.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { createBodyReader, strictBodyOf } from '../read-body.ts';
import {
  envelopeFields2,
  errorResponses,
  nullable,
  rateLimitResponseHeaders,
  timestamp,
} from '../schemas.ts';
import { changeQrCodeBody } from '../v1/qr-code-schema.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const { redirect_url, redirect_rules, scan_limit, expires_at, status } = changeQrCodeBody.properties;
const sums = {
  same: Type.Integer({ description: 'Scans that lead to the same place.' }),
  elsewhere: Type.Integer({ description: 'Scans that lead to another place.' }),
  nothing: Type.Integer({ description: 'Scans that found something, and would find nothing.' }),
  unknown: Type.Integer({
    description: 'Scans without a record of something that a rule asks for, such as the language.',
  }),
};
const destination = nullable(Type.String({ description: 'Null: nothing.', example: 'https://example.com/' }));

const schema: FastifySchema = {
  operationId: 'rehearseChange',
  tags: ['QR codes'],
  summary: 'Rehearse a change with real scans',
  description:
    'Decides the recorded scans of the last 30 days with the present settings and with the changed ones, by the same function as live scans. Nothing is changed.',
  body: Type.Object({
    qr_ids: Type.Array(Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }), {
      minItems: 1,
      maxItems: rehearsedCodesMax,
    }),
    change: Type.Object(
      { redirect_url, redirect_rules, scan_limit, expires_at, status },
      { description: 'As in `PATCH /v1/qr-codes/{id}`.' },
    ),
  }),
  response: {
    200: {
      description: 'How many scans would have gone elsewhere.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields2,
            start: timestamp('Start of the compared time.'),
            end: timestamp('Its end.'),
            scans: Type.Integer({ description: 'All compared scans.', example: 8930 }),
            ...sums,
            changed_since: Type.Integer({
              description:
                'Scans for which another rule was chosen at the time than the present settings choose.',
            }),
            days: Type.Array(
              Type.Object({
                day: Type.String({ format: 'date', description: 'In the time zone of the account.' }),
                ...sums,
              }),
            ),
            destinations: Type.Array(
              Type.Object({ before: destination, after: destination, scans: Type.Integer() }),
              { description: 'Where scans lead before and after the change, the most frequent first.' },
            ),
          }),
        },
      },
    },
    ...errorResponses(['invalid_request', 'invalid_payload', 'qr_not_found']),
  },
};

export function registerPostRehearsals(app: FastifyInstance, context: ApiContext): void {
  const config = { access: 'rehearsals.use' } as const;
  const options = { schema, config, preValidation: createBodyReader(context) };
  app.post('/v2/rehearsals', options, async (request) => {
    refuseUnknownParameters(request, []);
    const input = strictBodyOf(request, rehearsalFields, parseRehearsal);
    const nowMs = context.clock.nowMs();
    return envelope(
      request,
      await rehearseChange(context.db, context.ledgers, actorOf(request), input, nowMs),
    );
  });
}
