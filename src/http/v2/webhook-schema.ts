import { Type } from 'typebox';
import { deliveredTypes } from '#core/event-type.ts';
import { nullable, nullableEnum, openEnum, timestamp } from '../schemas.ts';

const endpointId = 'whe_01JD4B2C6F0J4N8R2V6Y0A4C8E';
const projectId = 'prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8';
export const endpointParams = Type.Object({ id: Type.String({ example: endpointId }) });

const types = nullable(
  Type.Array(openEnum(deliveredTypes), {
    description: 'Only these types of events; null for all, also for those that later versions add.',
    example: ['qr.updated'],
  }),
);

/** What callers can write. */
export const endpointBody = {
  url: Type.String({
    description: 'Where deliveries go: `https://`, a public address, port 443 or above 1023.',
    example: 'https://example.com/hooks',
  }),
  description: Type.String({ maxLength: 500, example: 'Stock system' }),
  types,
  project_id: nullable(Type.String({ description: 'Only events of this project.', example: projectId })),
  qr_ids: nullable(
    Type.Array(Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }), {
      maxItems: 100,
      description: 'Only events of these codes, and none of projects or exports.',
    }),
  ),
  enabled: Type.Boolean({
    description: 'Disabling ends pending deliveries. What happens meanwhile is not delivered later.',
  }),
};

const endpointFields = {
  endpoint_id: Type.String({ example: endpointId }),
  ...endpointBody,
  disabled_reason: nullableEnum(['owner', 'operator', 'gone', 'failing'], {
    description:
      'Null while it is enabled. `gone`: it responded with 410. `failing`: nothing but failures for five days.',
  }),
  failing_since: nullable(timestamp('Since then, every attempt has failed.')),
  old_secret_expires_at: nullable(timestamp('Until then, the secret before the last rotation signs too.')),
  created_at: timestamp('Time of creation.'),
  updated_at: timestamp('Time of the last change.'),
};

export const endpointSchema = Type.Object(endpointFields, {
  $id: 'WebhookEndpoint',
  description: 'A receiver of events.',
});

export const endpointWithSecretSchema = Type.Object(
  {
    ...endpointFields,
    secret: nullable(
      Type.String({
        description:
          'Verifies signatures (Standard Webhooks). Shown only now; null if the request is repeated with its Idempotency-Key.',
        example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      }),
    ),
  },
  { $id: 'WebhookEndpointWithSecret', description: 'A receiver of events, with its secret.' },
);

export const deliverySchema = Type.Object(
  {
    delivery_id: Type.String({ example: 'dlv_000000000J01G4TSRZ6JQAR9XR' }),
    endpoint_id: Type.String({ example: endpointId }),
    event_id: Type.String({
      description: 'The header `webhook-id`.',
      example: 'evt_000000000J00G4TSRZ6JQAR9XR',
    }),
    type: openEnum(deliveredTypes),
    status: openEnum(
      ['pending', 'succeeded', 'dead', 'cancelled'],
      '`dead`: all attempts failed. `cancelled`: the endpoint was disabled.',
    ),
    attempts: Type.Integer({ example: 1 }),
    next_attempt_at: nullable(timestamp('While pending.')),
    last_attempt_at: nullable(timestamp('Time of the last attempt.')),
    duration_ms: nullable(Type.Integer({ description: 'Of the last attempt.', example: 84 })),
    response_status: nullable(Type.Integer({ description: 'Null if there was no response.', example: 200 })),
    response_body: nullable(Type.String({ description: 'The first 1 KiB of it.', example: 'ok' })),
    error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
    created_at: timestamp('Time when the delivery was made.'),
  },
  { $id: 'WebhookDelivery', description: 'An event for an endpoint.' },
);
