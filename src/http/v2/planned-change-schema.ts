import { type TSchema, Type } from 'typebox';
import { plannedCodesMax, plannedNameMax } from '#core/planned-change-input.ts';
import { nullable, openEnum, timestamp } from '../schemas.ts';
import { changeQrCodeBody } from '../v1/qr-code-schema.ts';

const planId = 'pln_00000000004T2MP4TZ6WN8KX2M';
export const plannedParams = Type.Object({ id: Type.String({ example: planId }) });

/** What callers can write. */
export const plannedBody = {
  name: Type.Optional(Type.String({ maxLength: plannedNameMax, example: 'Summer menu' })),
  apply_at: Type.String({
    format: 'date-time',
    description: 'In the future, at most two years.',
    example: '2027-06-01T06:00:00Z',
  }),
  qr_ids: Type.Array(Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }), {
    minItems: 1,
    maxItems: plannedCodesMax,
  }),
  change: Type.Object(
    {
      ...changeQrCodeBody.properties,
      project_id: Type.Optional(Type.String({ description: 'Moves the codes.' })),
    },
    { description: 'As in `PATCH /v1/qr-codes/{id}`.' },
  ),
};

export const plannedChangeSchema: TSchema = Type.Object(
  {
    plan_id: Type.String({ example: planId }),
    name: Type.String({ example: 'Summer menu' }),
    status: openEnum(
      ['waiting', 'running', 'done', 'cancelled'],
      'While it is `waiting`, it can be changed and cancelled.',
    ),
    apply_at: timestamp('When the codes change.'),
    change: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'As in `PATCH /v1/qr-codes/{id}`.',
    }),
    qr_ids: Type.Array(Type.String(), { description: 'The first 100.' }),
    total: Type.Integer({ description: 'How many codes.', example: 1 }),
    done: Type.Integer({ description: 'How many of them are changed or refused.' }),
    failed: Type.Integer(),
    failures: Type.Array(Type.Object({ qr_id: Type.String(), code: Type.String(), message: Type.String() }), {
      description: 'Why codes stayed as they were; the first 100.',
    }),
    planned_by: Type.Object({
      kind: openEnum(['member', 'api_key', 'oauth_client']),
      id: Type.String(),
    }),
    created_at: timestamp('Time of creation.'),
    finished_at: nullable(timestamp('When the last code was changed or refused.')),
  },
  { $id: 'PlannedChange' },
);
