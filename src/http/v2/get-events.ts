import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { Actor } from '#core/actor.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { eventTypes } from '#core/event-type.ts';
import { eventsParameters, parseEventsQuery } from '#core/events-query.ts';
import { firstId } from '#core/first-id.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { pageSizeDefault, parsePageSize } from '#core/page-size.ts';
import { can } from '#core/permissions.ts';
import { parsePreferWait } from '#core/prefer-wait.ts';
import { requireSubject } from '#features/analytics/require-subject.ts';
import { eventNews } from '#features/events/event-news.ts';
import { type EventFilter, type EventRow, findEvent } from '#features/events/event-queries.ts';
import { eventView } from '#features/events/event-view.ts';
import { type EventPage, formatCursor, readEventPage } from '#features/events/read-event-page.ts';
import { type ApiContext, addressesOf } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { filterValue, filterValues, firstQueryValue } from '../query.ts';
import {
  envelopeFields2,
  errorResponses,
  inEnvelope,
  nullable,
  pageQuery,
  rateLimitResponseHeaders,
} from '../schemas.ts';
import { eventId, eventParams } from './event-schema.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const list: FastifySchema = {
  operationId: 'listEvents',
  tags: ['Events'],
  summary: 'List events',
  description:
    'Oldest first, in an order that never changes: a reader that goes on after the last event it knows misses nothing. Events are kept for at least 30 days. With `Prefer: wait=N`, an empty page is held until something happens, for at most 10 seconds.',
  querystring: Type.Object({
    after: Type.Optional(
      Type.String({
        description: 'The last event that you know, or `next_after` of the last page.',
        example: eventId,
      }),
    ),
    type: Type.Optional(
      Type.String({
        description: `Only these types; can repeat. One of ${eventTypes.map((type) => `\`${type}\``).join(', ')}.`,
        example: 'qr.updated',
      }),
    ),
    qr_id: Type.Optional(Type.String({ description: 'Only those of this code.' })),
    project_id: Type.Optional(Type.String({ description: 'Only those of this project and its codes.' })),
    page_size: pageQuery.page_size,
  }),
  response: {
    200: {
      description: 'A page of events.',
      headers: {
        ...rateLimitResponseHeaders,
        'preference-applied': Type.Optional(
          Type.String({ description: 'Of `Prefer: wait`.', example: 'wait=5' }),
        ),
      },
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields2,
            items: Type.Array(Type.Ref('Event#')),
            next_after: nullable(
              Type.String({
                description:
                  'Continue with this as `after`, also if the page is empty. Null: nothing has happened yet.',
                example: eventId,
              }),
            ),
            has_more: Type.Boolean({ description: 'Whether there can be more events already.' }),
          }),
        },
      },
    },
    ...errorResponses(['invalid_request', 'qr_not_found', 'project_not_found', 'cursor_expired']),
  },
};

const one: FastifySchema = {
  operationId: 'getEvent',
  tags: ['Events'],
  summary: 'Get an event',
  params: eventParams,
  response: {
    200: {
      description: 'The event.',
      headers: rateLimitResponseHeaders,
      content: { 'application/json': { schema: inEnvelope('Event', 2) } },
    },
    ...errorResponses(['invalid_request', 'event_not_found']),
  },
};

interface EventsRequest {
  Params: { id: string };
  Querystring: Record<string, unknown>;
}

export function registerGetEvents(app: FastifyInstance, context: ApiContext): void {
  const config = { access: 'events.read' } as const;
  const viewFor = (actor: Actor) => (event: EventRow) =>
    eventView(event, addressesOf(context), can(actor, 'analytics.read', event.project_id ?? undefined));
  app.get<EventsRequest>('/v2/events', { schema: list, config }, async (request, reply) => {
    refuseUnknownParameters(request, eventsParameters);
    const query = parseEventsQuery(filterValue(request, 'after'), filterValues(request, 'type'));
    if (!query.ok) throw invalidRequest(query);
    const filter = await filterOf(context, request, query.value.types);
    const size = parsePageSize(firstQueryValue(request, 'page_size'), pageSizeDefault);
    const page = await readOrWait(context, request, reply, (after) =>
      readEventPage(context.db, filter, after ?? query.value.after, size),
    );
    return envelope(request, {
      items: page.rows.map(viewFor(actorOf(request))),
      next_after: formatCursor(page.next),
      has_more: page.hasMore,
    });
  });
  app.get<EventsRequest>('/v2/events/:id', { schema: one, config }, async (request) => {
    refuseUnknownParameters(request, []);
    const actor = actorOf(request);
    const uuid = parseIdentifier('evt', request.params.id);
    const event = uuid === null ? undefined : await findEvent(context.db, actor.accountId, uuid);
    if (event === undefined || !canSee(actor, event.project_id))
      throw new Refusal('event_not_found', 'There is no such event, or it is older than the log.');
    return envelope(request, viewFor(actor)(event));
  });
}

/** Exports of the whole account belong to no project. */
function canSee(actor: ReturnType<typeof actorOf>, projectId: string | null): boolean {
  return actor.projects === null || (projectId !== null && can(actor, 'events.read', projectId));
}

async function filterOf(
  { db }: ApiContext,
  request: FastifyRequest,
  types: EventFilter['types'],
): Promise<EventFilter> {
  const actor = actorOf(request);
  const qrId = filterValue(request, 'qr_id');
  const projectId = filterValue(request, 'project_id');
  const own = actor.projects && [...actor.projects];
  return {
    accountId: actor.accountId,
    types,
    qrId: qrId === undefined ? null : await requireSubject(db, actor, 'codes.read', 'code', qrId),
    projectIds:
      projectId === undefined
        ? own
        : [await requireSubject(db, actor, 'projects.read', 'project', projectId, 'project_id')],
  };
}

/** With `Prefer: wait=N`, an empty page is read again when something has happened, until the time is over. */
async function readOrWait(
  { eventWaits }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (after: string | null) => Promise<EventPage>,
): Promise<EventPage> {
  let page = await read(null);
  const seconds = parsePreferWait(request.headers['prefer']?.toString());
  if (seconds === null) return page;
  const { socket } = request.raw;
  const { accountId, keyId } = actorOf(request);
  const endMs = performance.now() + seconds * 1_000;
  while (page.rows.length === 0 && !page.hasMore && !socket.destroyed) {
    const leftMs = endMs - performance.now();
    if (leftMs <= 0) break;
    const news = eventNews(accountId, page.next ?? firstId);
    if (!(await eventWaits.wait(keyId, news, leftMs, socket))) return page;
    page = await read(page.next);
  }
  reply.header('preference-applied', `wait=${seconds}`);
  return page;
}
