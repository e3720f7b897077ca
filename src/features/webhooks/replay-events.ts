import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { scanType } from '#core/event-type.ts';
import { addJob, type JobPayloads } from '../add-job.ts';
import type { Db, Tx } from '../database.ts';
import { findNewestEvent } from '../events/event-queries.ts';
import { requireKeptEvent } from '../events/read-event-page.ts';
import { addDeliveryJobs, findEndpointToServe, insertDeliveriesAgain } from './delivery-queries.ts';
import type { EndpointRow } from './endpoint-queries.ts';
import { requireEnabled } from './retry-delivery.ts';

/** Sends the events of the log after one of them again, in the background. */
export async function replayEvents(
  tx: Tx,
  actor: Actor,
  endpointId: string | null,
  after: string,
): Promise<EndpointRow> {
  const endpoint = await requireEnabled(tx, actor, endpointId);
  if (endpoint.types?.every((type) => type === scanType))
    throw new Refusal(
      'conflict',
      'This endpoint gets scans only, which are not in the log. Send qr_id and after_number.',
    );
  await requireKeptEvent(tx, after, 'Send the oldest event that you can read.');
  const through = (await findNewestEvent(tx, actor.accountId)) ?? after;
  await addJob(tx, 'replay-webhook', { endpoint_id: endpoint.endpoint_id, after, through });
  return endpoint;
}

/** A page of the log per transaction, and the rest as a new job: a killed worker repeats at most one page. */
export async function continueEventReplay(
  db: Db,
  { endpoint_id: endpointId, after, through }: JobPayloads['replay-webhook'],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const endpoint = await findEndpointToServe(tx, endpointId);
    if (endpoint === undefined || !endpoint.is_enabled) return;
    const last = await insertDeliveriesAgain(tx, endpoint, after, through);
    if (last === null) return;
    await addDeliveryJobs(tx, [endpointId]);
    const rest = { endpoint_id: endpointId, after: last, through };
    await addJob(tx, 'replay-webhook', rest, { key: `replay ${endpointId} ${last}` });
  });
}
