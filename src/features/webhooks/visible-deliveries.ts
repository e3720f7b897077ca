import type { Actor } from '#core/actor.ts';
import { can, canEverywhere } from '#core/permissions.ts';
import type { Db } from '../database.ts';
import { listEventsById } from '../events/event-queries.ts';
import type { DeliveryRow } from './delivery-queries.ts';
import { listScanGroups } from './scan-group-queries.ts';

/** The deliveries that an actor may see: the endpoint may have sent events of other projects before it was limited to one. */
export async function visibleDeliveries(
  db: Db,
  actor: Actor,
  deliveries: DeliveryRow[],
): Promise<DeliveryRow[]> {
  if (canEverywhere(actor, 'webhooks.change')) return deliveries;
  const ids = [...new Set(deliveries.map(({ event_id: id }) => id))];
  const subjects = [...(await listEventsById(db, ids)), ...(await listScanGroups(db, ids))];
  const projectOf = new Map(subjects.map(({ event_id, project_id }) => [event_id, project_id]));
  return deliveries.filter(({ event_id: eventId, delivery_id: id }) => {
    const projectId = projectOf.get(eventId) ?? null;
    // A sample is about nothing that exists.
    return eventId === id || (projectId !== null && can(actor, 'webhooks.change', projectId));
  });
}
