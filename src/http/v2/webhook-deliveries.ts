import type { FastifyInstance, FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { Refusal } from '#core/errors.ts';
import { deliveredTypes } from '#core/event-type.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { cutPage } from '#core/page.ts';
import { pageSizeDefault } from '#core/page-size.ts';
import { accept } from '#core/parsed.ts';
import { parseReplay, parseRotation, parseTestType, replayFields } from '#core/webhooks/repeat-input.ts';
import { actAs } from '#features/act-as.ts';
import { runOnce } from '#features/idempotency/run-once.ts';
import { requireEndpoint, rotateSecret } from '#features/webhooks/change-endpoint.ts';
import { type DeliveryRow, deliveryStatuses, listDeliveries } from '#features/webhooks/delivery-queries.ts';
import { deliveryView } from '#features/webhooks/delivery-view.ts';
import { endpointView } from '#features/webhooks/endpoint-view.ts';
import { replayEvents } from '#features/webhooks/replay-events.ts';
import { replayScans } from '#features/webhooks/replay-scans.ts';
import { retryDelivery, testEndpoint } from '#features/webhooks/retry-delivery.ts';

import { visibleDeliveries } from '#features/webhooks/visible-deliveries.ts';
import { type ApiContext, webhookToolsOf } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { readPageRequest, sealNextPage } from '../page-request.ts';
import { filterValue } from '../query.ts';
import { createBodyReader, idempotencyKeyOf, strictBodyOf } from '../read-body.ts';
import {
  envelopeFields2,
  errorResponses,
  idempotencyHeaders,
  inEnvelope,
  nextPageToken,
  onceResponseHeaders,
  openEnum,
  pageQuery,
  rateLimitResponseHeaders,
} from '../schemas.ts';
import { sendOnce } from '../send-code.ts';
import { refuseUnknownParameters } from './strict-request.ts';
import { endpointParams } from './webhook-schema.ts';

const tags = ['Webhooks'];
const deliveryParams = Type.Object({
  ...endpointParams.properties,
  delivery_id: Type.String({ example: 'dlv_000000000J01G4TSRZ6JQAR9XR' }),
});

/** A POST with the usual errors of an endpoint. */
function posted(
  rest: Pick<FastifySchema, 'params' | 'body'> & {
    operationId: string;
    summary: string;
    description: string;
    status: 200 | 202;
    answer: TSchema;
    errors?: Parameters<typeof errorResponses>[0];
  },
): FastifySchema {
  const { status, answer, errors = [], ...schema } = rest;
  return {
    ...schema,
    tags,
    headers: idempotencyHeaders,
    response: {
      [status]: {
        description: status === 202 ? 'It will be done in a moment.' : 'It is done.',
        headers: onceResponseHeaders,
        content: { 'application/json': { schema: answer } },
      },
      ...errorResponses([
        'invalid_request',
        'invalid_payload',
        'endpoint_not_found',
        'idempotency_conflict',
        ...errors,
      ]),
    },
  };
}

const rotate = posted({
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the secret of a webhook endpoint',
  description: 'For a while both secrets sign, so that no delivery is rejected while you replace it.',
  params: endpointParams,
  body: Type.Object({
    expires_in: Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description: 'Seconds for which the old secret signs as well.',
      example: 3_600,
    }),
  }),
  status: 200,
  answer: inEnvelope('WebhookEndpointWithSecret', 2),
});

const retry = posted({
  operationId: 'retryWebhookDelivery',
  summary: 'Send a delivery again',
  description:
    'Also one that succeeded. It has all of its attempts again. If the endpoint was disabled since, it is a new delivery of the same event.',
  params: deliveryParams,
  status: 202,
  answer: inEnvelope('WebhookDelivery', 2),
  errors: ['delivery_not_found', 'conflict'],
});

const replay = posted({
  operationId: 'replayWebhookEvents',
  summary: 'Send old events or scans again',
  description: `With \`after\`: all events of the log after this one that the endpoint subscribes to. With \`qr_id\` and
\`after_number\`: all scans of this QR code after this number, for as long as single scans are kept. What was sent before has the
same \`webhook-id\`.`,
  params: endpointParams,
  body: Type.Object({
    after: Type.Optional(
      Type.String({
        description: 'The last event that you have.',
        example: 'evt_000000000J00G4TSRZ6JQAR9XR',
      }),
    ),
    qr_id: Type.Optional(Type.String({ description: 'The QR code whose scans are sent.' })),
    after_number: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'The last `scan_number` that you have; 0 for all, while the first ones are kept.',
      }),
    ),
  }),
  status: 202,
  answer: inEnvelope('WebhookEndpoint', 2),
  errors: ['qr_not_found', 'conflict', 'cursor_expired'],
});

const sample = posted({
  operationId: 'testWebhookEndpoint',
  summary: 'Send a test event',
  description: 'A sample with `data.test: true`, about things that do not exist.',
  params: endpointParams,
  body: Type.Object({ type: openEnum(deliveredTypes) }),
  status: 202,
  answer: inEnvelope('WebhookDelivery', 2),
  errors: ['conflict'],
});

const list: FastifySchema = {
  operationId: 'listWebhookDeliveries',
  tags,
  summary: 'List deliveries of a webhook endpoint',
  description: 'Newest first. They are kept for at least 30 days.',
  params: endpointParams,
  querystring: Type.Object({
    ...pageQuery,
    status: Type.Optional(openEnum(deliveryStatuses, 'Only those with this status.')),
  }),
  response: {
    200: {
      description: 'A page of deliveries.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields2,
            items: Type.Array(Type.Ref('WebhookDelivery#')),
            next_page_token: nextPageToken,
          }),
        },
      },
    },
    ...errorResponses(['invalid_request', 'endpoint_not_found']),
  },
};

interface EndpointRequest {
  Params: { id: string };
}
interface DeliveryRequest {
  Params: { id: string; delivery_id: string };
}

export function registerWebhookDeliveries(app: FastifyInstance, context: ApiContext): void {
  const config = { access: 'webhooks.change' } as const;
  const preValidation = createBodyReader(context);
  const tools = webhookToolsOf(context);
  const base = '/v2/webhook-endpoints/:id';
  const idOf = (request: { params: { id: string } }) => parseIdentifier('whe', request.params.id);

  app.post<EndpointRequest>(
    `${base}/rotate-secret`,
    { schema: rotate, config, preValidation },
    async (request, reply) => {
      refuseUnknownParameters(request, []);
      const seconds = strictBodyOf(request, ['expires_in'], parseRotation);
      const actor = actorOf(request);
      let secret: string | null = null;
      const answer = await runOnce(actAs(context.db, actor), idempotencyKeyOf(request), async (tx) => {
        const rotated = await rotateSecret(tx, actor, idOf(request), seconds, tools);
        secret = rotated.secret;
        return { status: 200, body: { ...endpointView(rotated.row), secret: null } };
      });
      return sendOnce(context, request, reply, {
        ...answer,
        body: { ...answer.body, secret: answer.isReplayed ? null : secret },
      });
    },
  );
  app.post<EndpointRequest>(
    `${base}/test`,
    { schema: sample, config, preValidation },
    async (request, reply) => {
      refuseUnknownParameters(request, []);
      const type = strictBodyOf(request, ['type'], parseTestType);
      const actor = actorOf(request);
      const answer = await runOnce(actAs(context.db, actor), idempotencyKeyOf(request), async (tx) => ({
        status: 202,
        body: deliveryView(await testEndpoint(tx, actor, idOf(request), type)),
      }));
      return sendOnce(context, request, reply, answer);
    },
  );
  app.post<EndpointRequest>(
    `${base}/replay`,
    { schema: replay, config, preValidation },
    async (request, reply) => {
      refuseUnknownParameters(request, []);
      const range = strictBodyOf(request, replayFields, parseReplay);
      const actor = actorOf(request);
      const answer = await runOnce(actAs(context.db, actor), idempotencyKeyOf(request), async (tx) => {
        const endpoint =
          'after' in range
            ? await replayEvents(tx, actor, idOf(request), range.after)
            : await replayScans(tx, actor, idOf(request), range);
        return { status: 202, body: endpointView(endpoint) };
      });
      return sendOnce(context, request, reply, answer);
    },
  );
  app.get<EndpointRequest>(`${base}/deliveries`, { schema: list, config }, async (request) => {
    refuseUnknownParameters(request, [...Object.keys(pageQuery), 'status']);
    const status = parseStatus(filterValue(request, 'status'));
    const actor = actorOf(request);
    const endpoint = await requireEndpoint(context.db, actor, idOf(request));
    const filters = JSON.stringify([endpoint.endpoint_id, status]);
    const scope = { accountId: actor.accountId, endpoint: 'webhook-deliveries', filters };
    const page = readPageRequest(context, request, scope, pageSizeDefault);
    const listed = await listDeliveries(
      context.db,
      endpoint.endpoint_id,
      status,
      page.after?.id ?? null,
      page.size + 1,
    );
    const { rows, next } = cutPage(listed, page.size, ({ created_at, delivery_id }) => ({
      createdAtMs: created_at.getTime(),
      id: delivery_id,
    }));
    return envelope(request, {
      items: (await visibleDeliveries(context.db, actor, rows)).map(deliveryView),
      next_page_token: sealNextPage(context, page, next),
    });
  });
  app.post<DeliveryRequest>(
    `${base}/deliveries/:delivery_id/retry`,
    { schema: retry, config, preValidation: createBodyReader(context, true) },
    async (request, reply) => {
      refuseUnknownParameters(request, []);
      strictBodyOf(request, [], accept);
      const actor = actorOf(request);
      const deliveryId = parseIdentifier('dlv', request.params.delivery_id);
      const answer = await runOnce(actAs(context.db, actor), idempotencyKeyOf(request), async (tx) => ({
        status: 202,
        body: deliveryView(await retryDelivery(tx, actor, idOf(request), deliveryId)),
      }));
      return sendOnce(context, request, reply, answer);
    },
  );
}

function parseStatus(raw: string | undefined): DeliveryRow['status'] | null {
  const known = deliveryStatuses.find((status) => status === raw);
  if (raw !== undefined && known === undefined)
    throw new Refusal('invalid_request', `status must be one of ${deliveryStatuses.join(', ')}.`, {
      param: 'status',
    });
  return known ?? null;
}
