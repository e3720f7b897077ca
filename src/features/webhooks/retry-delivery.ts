import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import type { DeliveredType } from '#core/event-type.ts';
import type { Db, Tx } from '../database.ts';
import { requireEndpoint } from './change-endpoint.ts';
import {
  addDeliveryJobs,
  type DeliveryRow,
  findDelivery,
  insertDeliveryAgain,
  insertTestDelivery,
  resetDelivery,
} from './delivery-queries.ts';
import type { EndpointRow } from './endpoint-queries.ts';
import { visibleDeliveries } from './visible-deliveries.ts';

/** Sends a delivery again, with all of its tries. */
export async function retryDelivery(
  tx: Tx,
  actor: Actor,
  endpointId: string | null,
  deliveryId: string | null,
): Promise<DeliveryRow> {
  const endpoint = await requireEnabled(tx, actor, endpointId);
  const delivery = await requireDelivery(tx, actor, endpoint, deliveryId);
  const again = await sendAgain(tx, endpoint, delivery);
  await addDeliveryJobs(tx, [endpoint.endpoint_id]);
  return again;
}

/** What is older than the last time it was disabled ended then, so it becomes a new delivery of the same event. */
async function sendAgain(tx: Tx, endpoint: EndpointRow, delivery: DeliveryRow): Promise<DeliveryRow> {
  const { delivery_id: id, event_id: eventId, type } = delivery;
  if (endpoint.ended_through !== null && id <= endpoint.ended_through)
    return eventId === id ? insertTestDelivery(tx, endpoint, type) : insertDeliveryAgain(tx, delivery);
  await resetDelivery(tx, id);
  return (await findDelivery(tx, endpoint.endpoint_id, id)) ?? delivery;
}

export async function requireDelivery(
  db: Db,
  actor: Actor,
  { endpoint_id: endpointId }: EndpointRow,
  deliveryId: string | null,
): Promise<DeliveryRow> {
  const found = deliveryId === null ? undefined : await findDelivery(db, endpointId, deliveryId);
  const [delivery] = found === undefined ? [] : await visibleDeliveries(db, actor, [found]);
  if (delivery === undefined) throw new Refusal('delivery_not_found', 'There is no such delivery.');
  return delivery;
}

/** Sends a sample of a type. */
export async function testEndpoint(
  tx: Tx,
  actor: Actor,
  endpointId: string | null,
  type: DeliveredType,
): Promise<DeliveryRow> {
  const endpoint = await requireEnabled(tx, actor, endpointId);
  const delivery = await insertTestDelivery(tx, endpoint, type);
  await addDeliveryJobs(tx, [endpoint.endpoint_id]);
  return delivery;
}

/** What is disabled takes nothing. */
export async function requireEnabled(tx: Tx, actor: Actor, endpointId: string | null): Promise<EndpointRow> {
  const endpoint = await requireEndpoint(tx, actor, endpointId);
  if (!endpoint.is_enabled)
    throw new Refusal('conflict', 'The endpoint is disabled. Enable it first with {"enabled": true}.');
  return endpoint;
}
