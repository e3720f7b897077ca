import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import type { DeliveredType } from '#core/event-type.ts';
import type { Db, Tx } from '../database.ts';
import { requireEndpoint } from './change-endpoint.ts';
import {
  addDeliveryJobs,
  type DeliveryRow,
  findDelivery,
  insertTestDelivery,
  resetDelivery,
} from './delivery-queries.ts';
import type { EndpointRow } from './endpoint-queries.ts';

/** Sends a delivery again, with all of its tries. */
export async function retryDelivery(
  tx: Tx,
  actor: Actor,
  endpointId: string | null,
  deliveryId: string | null,
): Promise<DeliveryRow> {
  const endpoint = await requireEnabled(tx, actor, endpointId);
  const { delivery_id: id } = await requireDelivery(tx, endpoint, deliveryId);
  await resetDelivery(tx, id);
  await addDeliveryJobs(tx, [endpoint.endpoint_id]);
  return requireDelivery(tx, endpoint, id);
}

export async function requireDelivery(
  db: Db,
  { endpoint_id: endpointId }: EndpointRow,
  deliveryId: string | null,
): Promise<DeliveryRow> {
  const delivery = deliveryId === null ? undefined : await findDelivery(db, endpointId, deliveryId);
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
