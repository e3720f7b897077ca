import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { scanType } from '#core/event-type.ts';
import { addJob } from '../add-job.ts';
import type { Db, Tx } from '../database.ts';
import { addDeliveryJobs, findEndpointToServe, replayEvents } from './delivery-queries.ts';
import type { EndpointRow } from './endpoint-queries.ts';
import { requireEnabled } from './retry-delivery.ts';

/** Sends the events of the log after one of them again, in the background. */
export async function startReplay(
  tx: Tx,
  actor: Actor,
  endpointId: string | null,
  range: { after: string; through: string },
): Promise<EndpointRow> {
  const endpoint = await requireEnabled(tx, actor, endpointId);
  if (endpoint.types?.every((type) => type === scanType))
    throw new Refusal('conflict', 'This endpoint gets scans only, which are not in the log.');
  await addJob(tx, 'replay-webhook', { endpoint_id: endpoint.endpoint_id, ...range });
  return endpoint;
}

/** A page of the log per transaction, and the rest as a new job: a killed worker repeats at most one page. */
export async function continueReplay(
  db: Db,
  { endpoint_id: endpointId, after, through }: { endpoint_id: string; after: string; through: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const endpoint = await findEndpointToServe(tx, endpointId);
    if (endpoint === undefined || !endpoint.is_enabled) return;
    const last = await replayEvents(tx, endpoint, after, through);
    if (last === null) return;
    await addDeliveryJobs(tx, [endpointId]);
    await addJob(tx, 'replay-webhook', { endpoint_id: endpointId, after: last, through });
  });
}
