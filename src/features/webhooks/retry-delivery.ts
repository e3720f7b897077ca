import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import type { DeliveredType } from '#core/event-type.ts';
import type { Tx } from '../database.ts';
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
  const find = () =>
    deliveryId === null ? Promise.resolve(undefined) : findDelivery(tx, endpoint.endpoint_id, deliveryId);
  if ((await find()) === undefined) throw deliveryNotFound();
  await resetDelivery(tx, deliveryId ?? '');
  await addDeliveryJobs(tx, [endpoint.endpoint_id]);
  return (await find()) as DeliveryRow;
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

export function deliveryNotFound(): Refusal {
  return new Refusal('delivery_not_found', 'There is no such delivery.');
}
