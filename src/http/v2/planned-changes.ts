import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseIdentifier } from '#core/identifier.ts';
import { cutPage } from '#core/page.ts';
import { pageSizeDefault } from '#core/page-size.ts';
import { parseNewPlannedChange, parsePlannedChange, plannedFields } from '#core/planned-change-input.ts';
import { actAs } from '#features/act-as.ts';
import { runOnce } from '#features/idempotency/run-once.ts';
import { plannedChangeView, writablePlannedFields } from '#features/planned-changes/planned-change-view.ts';
import { listPlanned } from '#features/planned-changes/planned-queries.ts';
import {
  alterPlanned,
  checkPlanned,
  mergePlanned,
  plannerFilter,
  requirePlanned,
  scheduleChange,
} from '#features/planned-changes/schedule-change.ts';
import { isKnown, resourceTag } from '#features/resource-tag.ts';
import type { ApiContext } from '../api-context.ts';
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
import { plannedBody, plannedParams } from './planned-change-schema.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const tags = ['Planned changes'];
const bodyLimit = 512 * 1024;
const checks = [
  'invalid_request',
  'invalid_payload',
  'feature_disabled',
  'project_forbidden',
  'project_not_found',
  'qr_not_found',
  'conflict',
  'idempotency_conflict',
  'unsafe_url',
] as const;

function answer(status: 200 | 201, description: string) {
  return {
    [status]: {
      description,
      headers: { ...onceResponseHeaders, ...etagResponseHeaders },
      content: { 'application/json': { schema: inEnvelope('PlannedChange', 2) } },
    },
  };
}

const create: FastifySchema = {
  operationId: 'createPlannedChange',
  tags,
  summary: 'Plan a change of codes',
  description:
    'Changes up to 10,000 codes at `apply_at`, each once. It begins within a second. Everything is checked now and again at that instant; codes for which it is refused stay as they are, and the planner gets a mail.',
  headers: idempotencyHeaders,
  body: Type.Object(plannedBody),
  response: { ...answer(201, 'The planned change.'), ...errorResponses([...checks]) },
};

const list: FastifySchema = {
  operationId: 'listPlannedChanges',
  tags,
  summary: 'List planned changes',
  description: 'Newest first. Keys that are limited to projects see those that they planned.',
  querystring: Type.Object(pageQuery),
  response: {
    200: {
      description: 'A page of planned changes.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields2,
            items: Type.Array(Type.Ref('PlannedChange#')),
            next_page_token: nextPageToken,
          }),
        },
      },
    },
    ...errorResponses(['invalid_request']),
  },
};

const one: FastifySchema = {
  operationId: 'getPlannedChange',
  tags,
  summary: 'Get a planned change',
  params: plannedParams,
  headers: ifNoneMatchHeaders,
  response: {
    200: {
      description: 'The planned change.',
      headers: etagResponseHeaders,
      content: { 'application/json': { schema: inEnvelope('PlannedChange', 2) } },
    },
    304: { description: 'You have it already.', headers: etagResponseHeaders },
    ...errorResponses(['invalid_request', 'planned_change_not_found']),
  },
};

const change: FastifySchema = {
  operationId: 'updatePlannedChange',
  tags,
  summary: 'Change a planned change',
  description: 'Until it begins.',
  params: plannedParams,
  headers: Type.Object({ ...ifMatchHeaders.properties, ...idempotencyHeaders.properties }),
  body: Type.Partial(Type.Object(plannedBody), { minProperties: 1 }),
  response: {
    ...answer(200, 'The planned change.'),
    ...errorResponses([...checks, 'planned_change_not_found', 'precondition_failed']),
  },
};

const cancel: FastifySchema = {
  operationId: 'cancelPlannedChange',
  tags,
  summary: 'Cancel a planned change',
  description: 'Until it begins. It stays in the list.',
  params: plannedParams,
  headers: ifMatchHeaders,
  response: {
    200: {
      description: 'It is cancelled.',
      headers: rateLimitResponseHeaders,
      content: { 'application/json': { schema: inEnvelope('PlannedChange', 2) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'planned_change_not_found',
      'conflict',
      'precondition_failed',
    ]),
  },
};

interface OneRequest {
  Params: { id: string };
}

export function registerPlannedChanges(app: FastifyInstance, context: ApiContext): void {
  const { db, safety, clock } = context;
  const config = { access: 'codes.change' } as const;
  const reading = { access: 'codes.read' } as const;
  const preValidation = createBodyReader(context);
  const path = '/v2/planned-changes';
  const idOf = ({ id }: OneRequest['Params']) => parseIdentifier('pln', id);

  app.post(path, { schema: create, config, preValidation, bodyLimit }, async (request, reply) => {
    refuseUnknownParameters(request, []);
    const input = strictBodyOf(request, plannedFields, parseNewPlannedChange);
    const actor = actorOf(request);
    await checkPlanned(db, safety, actor, input);
    const answered = await runOnce(actAs(db, actor), idempotencyKeyOf(request), async (tx) => ({
      status: 201,
      body: plannedChangeView(await scheduleChange(tx, actor, input, clock)),
    }));
    return sendOnce(context, request, reply, answered);
  });
  app.get(path, { schema: list, config: reading }, async (request) => {
    refuseUnknownParameters(request, Object.keys(pageQuery));
    const actor = actorOf(request);
    const actorId = plannerFilter(actor);
    const scope = { accountId: actor.accountId, endpoint: 'planned-changes', filters: actorId ?? '' };
    const page = readPageRequest(context, request, scope, pageSizeDefault);
    const filter = { actorId, isWaiting: false, qrId: null, after: page.after?.id ?? null };
    const listed = await listPlanned(db, actor.accountId, filter, page.size + 1);
    const { rows, next } = cutPage(listed, page.size, ({ created_at, plan_id }) => ({
      createdAtMs: created_at.getTime(),
      id: plan_id,
    }));
    return envelope(request, {
      items: rows.map((row) => plannedChangeView(row)),
      next_page_token: sealNextPage(context, page, next),
    });
  });
  app.get<OneRequest>(`${path}/:id`, { schema: one, config: reading }, async (request, reply) => {
    refuseUnknownParameters(request, []);
    const view = plannedChangeView(await requirePlanned(db, actorOf(request), idOf(request.params)));
    const tag = resourceTag(view, writablePlannedFields);
    reply.header('etag', tag);
    if (isKnown(request.headers['if-none-match'], tag)) return reply.status(304).send();
    return envelope(request, view);
  });
  app.patch<OneRequest>(
    `${path}/:id`,
    { schema: change, config, preValidation, bodyLimit },
    async (request, reply) => {
      refuseUnknownParameters(request, []);
      const input = strictBodyOf(request, plannedFields, parsePlannedChange);
      const actor = actorOf(request);
      const planId = idOf(request.params);
      const ifMatch = request.headers['if-match'];
      const known = await requirePlanned(db, actor, planId);
      if (input.change !== undefined || input.qrIds !== undefined)
        await checkPlanned(db, safety, actor, mergePlanned(known, input));
      const answered = await runOnce(actAs(db, actor), idempotencyKeyOf(request), async (tx) => ({
        status: 200,
        body: plannedChangeView(await alterPlanned(tx, actor, { planId, ifMatch }, input, clock)),
      }));
      return sendOnce(context, request, reply, answered);
    },
  );
  app.delete<OneRequest>(`${path}/:id`, { schema: cancel, config }, async (request) => {
    refuseUnknownParameters(request, []);
    const ifMatch = request.headers['if-match'];
    const actor = actorOf(request);
    const to = { planId: idOf(request.params), ifMatch };
    const plan = await actAs(db, actor)
      .transaction()
      .execute((tx) => alterPlanned(tx, actor, to, null, clock));
    return envelope(request, plannedChangeView(plan));
  });
}
