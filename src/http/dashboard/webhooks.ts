import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest } from '#core/errors.ts';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import type { Parsed } from '#core/parsed.ts';
import type { DeliveryMessage } from '#core/webhooks/delivery-body.ts';
import { parseEndpointChange, parseNewEndpoint } from '#core/webhooks/endpoint-input.ts';
import { parseReplay, parseRotation, parseTestType } from '#core/webhooks/repeat-input.ts';
import { buildMessages } from '#features/webhooks/build-messages.ts';
import {
  canSeeEndpoint,
  changeEndpoint,
  requireEndpoint,
  rotateSecret,
} from '#features/webhooks/change-endpoint.ts';
import { type DeliveryRow, deliveryStatuses, listDeliveries } from '#features/webhooks/delivery-queries.ts';
import { deliveryView } from '#features/webhooks/delivery-view.ts';
import { listEndpoints } from '#features/webhooks/endpoint-queries.ts';
import { endpointView } from '#features/webhooks/endpoint-view.ts';
import { replayEvents } from '#features/webhooks/replay-events.ts';
import { replayScans } from '#features/webhooks/replay-scans.ts';
import { requireDelivery, retryDelivery, testEndpoint } from '#features/webhooks/retry-delivery.ts';
import { saveEndpoint } from '#features/webhooks/save-endpoint.ts';
import { visibleDeliveries } from '#features/webhooks/visible-deliveries.ts';
import { type ApiContext, addressesOf, webhookToolsOf } from '../api-context.ts';
import { firstQueryValue } from '../query.ts';
import { callerOf, dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';
import { requireProof } from './require-proof.ts';

const path = '/dashboard/api/webhooks';
const endpointsMax = 100;
const deliveriesAtOnce = 25;

interface EndpointRequest {
  Params: { id: string };
}
interface DeliveryRequest {
  Params: { id: string; delivery_id: string };
}

/** Endpoints with their deliveries: the operations of `/v2/webhook-endpoints`. */
export function registerWebhooks(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  const route = dashboardRoute('webhooks.change');
  const tools = webhookToolsOf(context);
  const idOf = (request: FastifyRequest<EndpointRequest>) => parseIdentifier('whe', request.params.id);
  const inTransaction = (request: FastifyRequest) => dbOf(context, request).transaction();

  app.get(path, route, async (request) => {
    const { accountId, entitlements } = memberOf(request);
    const rows = await listEndpoints(db, accountId, null, null, endpointsMax);
    return {
      ok: true,
      items: rows.filter((row) => canSeeEndpoint(memberOf(request), row)).map((row) => endpointView(row)),
      most: entitlements.limits.webhookEndpoints,
    };
  });

  /** Only this response and that of a rotation contain the secret. */
  app.post(path, route, async (request, reply) => {
    await requireProof(context, callerOf(request));
    const fields = parsed(request, parseNewEndpoint);
    const { row, secret } = await inTransaction(request).execute((tx) =>
      saveEndpoint(tx, memberOf(request), fields, tools),
    );
    return reply.status(201).send({ ok: true, endpoint: endpointView(row, secret) });
  });

  app.get<EndpointRequest>(`${path}/:id`, route, async (request) => {
    const endpoint = await requireEndpoint(db, memberOf(request), idOf(request));
    return { ok: true, endpoint: endpointView(endpoint) };
  });

  app.patch<EndpointRequest>(`${path}/:id`, route, async (request) => {
    const change = parsed(request, parseEndpointChange);
    // With a stolen session, nobody may lead events elsewhere.
    const { description: _, enabled, ...where } = change;
    if (enabled === true || Object.keys(where).length > 0) {
      await requireEndpoint(db, memberOf(request), idOf(request));
      await requireProof(context, callerOf(request));
    }
    const target = { endpointId: idOf(request), ifMatch: undefined };
    const row = await inTransaction(request).execute((tx) =>
      changeEndpoint(tx, memberOf(request), target, change, tools),
    );
    return { ok: true, endpoint: endpointView(row) };
  });

  app.delete<EndpointRequest>(`${path}/:id`, route, async (request) => {
    const target = { endpointId: idOf(request), ifMatch: undefined };
    await inTransaction(request).execute((tx) => changeEndpoint(tx, memberOf(request), target, null, tools));
    return { ok: true };
  });

  app.post<EndpointRequest>(`${path}/:id/rotate-secret`, route, async (request) => {
    await requireEndpoint(db, memberOf(request), idOf(request));
    await requireProof(context, callerOf(request));
    const seconds = parsed(request, parseRotation);
    const { row, secret } = await inTransaction(request).execute((tx) =>
      rotateSecret(tx, memberOf(request), idOf(request), seconds, tools),
    );
    return { ok: true, endpoint: endpointView(row, secret) };
  });

  app.post<EndpointRequest>(`${path}/:id/test`, route, async (request, reply) => {
    const type = parsed(request, parseTestType);
    const delivery = await inTransaction(request).execute((tx) =>
      testEndpoint(tx, memberOf(request), idOf(request), type),
    );
    return reply.status(202).send({ ok: true, delivery: deliveryView(delivery) });
  });

  app.post<EndpointRequest>(`${path}/:id/replay`, route, async (request, reply) => {
    const range = parsed(request, parseReplay);
    await inTransaction(request).execute((tx) =>
      'after' in range
        ? replayEvents(tx, memberOf(request), idOf(request), range.after)
        : replayScans(tx, memberOf(request), idOf(request), range),
    );
    return reply.status(202).send({ ok: true });
  });

  app.get<EndpointRequest>(`${path}/:id/deliveries`, route, async (request) => {
    const endpoint = await requireEndpoint(db, memberOf(request), idOf(request));
    const status = deliveryStatuses.find((one) => one === firstQueryValue(request, 'status')) ?? null;
    const before = parseIdentifier('dlv', firstQueryValue(request, 'before') ?? '');
    const rows = await listDeliveries(db, endpoint.endpoint_id, status, before, deliveriesAtOnce + 1);
    const shown = rows.slice(0, deliveriesAtOnce);
    const items = (await visibleDeliveries(db, memberOf(request), shown)).map(deliveryView);
    return {
      ok: true,
      items,
      next: rows.length > deliveriesAtOnce ? formatIdentifier('dlv', shown.at(-1)?.delivery_id ?? '') : null,
    };
  });

  app.get<DeliveryRequest>(`${path}/:id/deliveries/:delivery_id`, route, async (request) => {
    const endpoint = await requireEndpoint(db, memberOf(request), idOf(request));
    const delivery = await requireDelivery(db, memberOf(request), endpoint, deliveryIdOf(request));
    return {
      ok: true,
      delivery: deliveryView(delivery),
      request: await readRequest(context, delivery, endpoint.reads_scans),
    };
  });

  app.post<DeliveryRequest>(`${path}/:id/deliveries/:delivery_id/retry`, route, async (request, reply) => {
    const delivery = await inTransaction(request).execute((tx) =>
      retryDelivery(tx, memberOf(request), idOf(request), deliveryIdOf(request)),
    );
    return reply.status(202).send({ ok: true, delivery: deliveryView(delivery) });
  });
}

function deliveryIdOf(request: FastifyRequest<DeliveryRequest>): string | null {
  return parseIdentifier('dlv', request.params.delivery_id);
}

function parsed<Value>(
  request: FastifyRequest,
  parse: (body: Record<string, unknown>) => Parsed<Value>,
): Value {
  const result = parse(jsonBody(request));
  if (!result.ok) throw invalidRequest(result);
  return result.value;
}

/** What is sent, which is the same on every attempt. Null: it is no longer kept. */
async function readRequest(
  context: ApiContext,
  delivery: DeliveryRow,
  readsScans: boolean,
): Promise<DeliveryMessage | null> {
  const tools = { addresses: addressesOf(context), ledgers: context.ledgers };
  return (await buildMessages(context.db, [delivery], tools, readsScans)).get(delivery.delivery_id) ?? null;
}
