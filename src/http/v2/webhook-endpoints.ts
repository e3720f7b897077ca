import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseIdentifier } from '#core/identifier.ts';
import { cutPage } from '#core/page.ts';
import { pageSizeDefault } from '#core/page-size.ts';
import { endpointFields, parseEndpointChange, parseNewEndpoint } from '#core/webhooks/endpoint-input.ts';
import { actAs } from '#features/act-as.ts';
import { runOnce } from '#features/idempotency/run-once.ts';
import { isKnown, resourceTag } from '#features/resource-tag.ts';
import { changeEndpoint, requireEndpoint } from '#features/webhooks/change-endpoint.ts';
import { listEndpoints } from '#features/webhooks/endpoint-queries.ts';
import { endpointView, writableEndpointFields } from '#features/webhooks/endpoint-view.ts';
import { saveEndpoint } from '#features/webhooks/save-endpoint.ts';
import { type ApiContext, webhookToolsOf } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { readPageRequest, sealNextPage } from '../page-request.ts';
import { createBodyReader, idempotencyKeyOf, strictBodyOf } from '../read-body.ts';
import {
  envelopeFields2,
  errorResponses,
  etagResponseHeaders,
  idempotencyHeaders,
  ifMatchHeaders,
  ifNoneMatchHeaders,
  inEnvelope,
  nextPageToken,
  onceResponseHeaders,
  pageQuery,
  rateLimitResponseHeaders,
} from '../schemas.ts';
import { sendOnce } from '../send-code.ts';
import { refuseUnknownParameters } from './strict-request.ts';
import { endpointBody, endpointParams } from './webhook-schema.ts';

const tags = ['Webhooks'];
const { url, ...others } = endpointBody;
const optional = Object.fromEntries(
  Object.entries(others).map(([name, schema]) => [name, Type.Optional(schema)]),
);

const create: FastifySchema = {
  operationId: 'createWebhookEndpoint',
  tags,
  summary: 'Create a webhook endpoint',
  description:
    'Events from now on are delivered to it. A key that is limited to projects must name one of them. The endpoint never gets more than this key may read.',
  headers: idempotencyHeaders,
  body: Type.Object({ url, ...optional }),
  response: {
    201: {
      description: 'The new endpoint with its secret.',
      headers: { ...onceResponseHeaders, ...etagResponseHeaders },
      content: { 'application/json': { schema: inEnvelope('WebhookEndpointWithSecret', 2) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'project_not_found',
      'qr_not_found',
      'conflict',
      'idempotency_conflict',
      'webhook_url_rejected',
    ]),
  },
};

const list: FastifySchema = {
  operationId: 'listWebhookEndpoints',
  tags,
  summary: 'List webhook endpoints',
  description: 'Newest first.',
  querystring: Type.Object(pageQuery),
  response: {
    200: {
      description: 'A page of endpoints.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields2,
            items: Type.Array(Type.Ref('WebhookEndpoint#')),
            next_page_token: nextPageToken,
          }),
        },
      },
    },
    ...errorResponses(['invalid_request']),
  },
};

const one: FastifySchema = {
  operationId: 'getWebhookEndpoint',
  tags,
  summary: 'Get a webhook endpoint',
  params: endpointParams,
  headers: ifNoneMatchHeaders,
  response: {
    200: {
      description: 'The endpoint.',
      headers: etagResponseHeaders,
      content: { 'application/json': { schema: inEnvelope('WebhookEndpoint', 2) } },
    },
    304: { description: 'You have it already.', headers: etagResponseHeaders },
    ...errorResponses(['invalid_request', 'endpoint_not_found']),
  },
};

const change: FastifySchema = {
  operationId: 'updateWebhookEndpoint',
  tags,
  summary: 'Update a webhook endpoint',
  params: endpointParams,
  headers: Type.Object({ ...ifMatchHeaders.properties, ...idempotencyHeaders.properties }),
  body: Type.Object({ url: Type.Optional(url), ...optional }, { minProperties: 1 }),
  response: {
    200: {
      description: 'The endpoint after the change.',
      headers: { ...onceResponseHeaders, ...etagResponseHeaders },
      content: { 'application/json': { schema: inEnvelope('WebhookEndpoint', 2) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'endpoint_not_found',
      'project_not_found',
      'qr_not_found',
      'idempotency_conflict',
      'precondition_failed',
      'webhook_url_rejected',
    ]),
  },
};

const remove: FastifySchema = {
  operationId: 'deleteWebhookEndpoint',
  tags,
  summary: 'Delete a webhook endpoint',
  description: 'Its deliveries end.',
  params: endpointParams,
  headers: ifMatchHeaders,
  response: {
    200: {
      description: 'It is deleted.',
      headers: rateLimitResponseHeaders,
      content: { 'application/json': { schema: Type.Object(envelopeFields2) } },
    },
    ...errorResponses(['invalid_request', 'invalid_payload', 'endpoint_not_found', 'precondition_failed']),
  },
};

interface EndpointRequest {
  Params: { id: string };
}

export function registerWebhookEndpoints(app: FastifyInstance, context: ApiContext): void {
  const config = { access: 'webhooks.change' } as const;
  const tools = webhookToolsOf(context);
  const preValidation = createBodyReader(context);
  const path = '/v2/webhook-endpoints';
  app.post(path, { schema: create, config, preValidation }, async (request, reply) => {
    refuseUnknownParameters(request, []);
    const input = strictBodyOf(request, endpointFields, parseNewEndpoint);
    const actor = actorOf(request);
    let secret: string | null = null;
    const answer = await runOnce(actAs(context.db, actor), idempotencyKeyOf(request), async (tx) => {
      const made = await saveEndpoint(tx, actor, input, tools);
      secret = made.secret;
      // The secret is not stored for a repeated request.
      return { status: 201, body: { ...endpointView(made.row), secret: null } };
    });
    return sendOnce(context, request, reply, {
      ...answer,
      body: { ...answer.body, secret: answer.isReplayed ? null : secret },
    });
  });
  app.get(path, { schema: list, config }, async (request) => {
    refuseUnknownParameters(request, Object.keys(pageQuery));
    const actor = actorOf(request);
    const projectIds = actor.projects && [...actor.projects];
    const filters = JSON.stringify(projectIds?.toSorted() ?? null);
    const scope = { accountId: actor.accountId, endpoint: 'webhook-endpoints', filters };
    const page = readPageRequest(context, request, scope, pageSizeDefault);
    const listed = await listEndpoints(context.db, actor.accountId, projectIds, page.after, page.size + 1);
    const { rows, next } = cutPage(listed, page.size, ({ created_at, endpoint_id }) => ({
      createdAtMs: created_at.getTime(),
      id: endpoint_id,
    }));
    return envelope(request, {
      items: rows.map((row) => endpointView(row)),
      next_page_token: sealNextPage(context, page, next),
    });
  });
  app.get<EndpointRequest>(`${path}/:id`, { schema: one, config }, async (request, reply) => {
    refuseUnknownParameters(request, []);
    const uuid = parseIdentifier('whe', request.params.id);
    const view = endpointView(await requireEndpoint(context.db, actorOf(request), uuid));
    const tag = resourceTag(view, writableEndpointFields);
    reply.header('etag', tag);
    if (isKnown(request.headers['if-none-match'], tag)) return reply.status(304).send();
    return envelope(request, view);
  });
  app.patch<EndpointRequest>(
    `${path}/:id`,
    { schema: change, config, preValidation },
    async (request, reply) => {
      refuseUnknownParameters(request, []);
      const input = strictBodyOf(request, endpointFields, parseEndpointChange);
      const actor = actorOf(request);
      const target = {
        endpointId: parseIdentifier('whe', request.params.id),
        ifMatch: request.headers['if-match'],
      };
      const answer = await runOnce(actAs(context.db, actor), idempotencyKeyOf(request), async (tx) => ({
        status: 200,
        body: endpointView(await changeEndpoint(tx, actor, target, input, tools)),
      }));
      return sendOnce(context, request, reply, answer);
    },
  );
  app.delete<EndpointRequest>(`${path}/:id`, { schema: remove, config }, async (request) => {
    refuseUnknownParameters(request, []);
    const actor = actorOf(request);
    const endpointId = parseIdentifier('whe', request.params.id);
    const ifMatch = request.headers['if-match'];
    await actAs(context.db, actor)
      .transaction()
      .execute((tx) => changeEndpoint(tx, actor, { endpointId, ifMatch }, null, tools));
    return envelope(request, {});
  });
}
