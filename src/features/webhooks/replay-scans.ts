import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { scanType } from '#core/event-type.ts';
import { can } from '#core/permissions.ts';
import { planGroups } from '#core/webhooks/scan-groups.ts';
import { addJob, type JobPayloads } from '../add-job.ts';
import type { Db, Tx } from '../database.ts';
import { notFound } from '../qr-codes/plan-change.ts';
import { type FullQrCodeRow, findQrCode } from '../qr-codes/qr-code-queries.ts';
import { requireKeptNumber } from '../scans/read-scans.ts';
import { addDeliveryJobs, findEndpointToServe } from './delivery-queries.ts';
import type { EndpointRow } from './endpoint-queries.ts';
import { requireEnabled } from './retry-delivery.ts';
import {
  findAnnouncedNumber,
  insertGroupDeliveries,
  listGroupsAfter,
  lockScanGroups,
} from './scan-group-queries.ts';

const groupsAtOnce = 100;

/** Sends the scans of a code after a number again, in the background. */
export async function replayScans(
  tx: Tx,
  actor: Actor,
  endpointId: string | null,
  { qrId, afterNumber }: { qrId: string; afterNumber: number },
): Promise<EndpointRow> {
  const endpoint = await requireEnabled(tx, actor, endpointId);
  const code = await findQrCode(tx, actor.accountId, qrId);
  if (code === undefined || !can(actor, 'webhooks.change', code.project_id)) throw notFound();
  const reason = whyNotSent(endpoint, code);
  if (reason !== null) throw new Refusal('conflict', reason);
  await requireKeptNumber(tx, qrId, afterNumber);
  await addJob(tx, 'replay-webhook-scans', {
    endpoint_id: endpoint.endpoint_id,
    qr_id: qrId,
    after_number: afterNumber,
    through_number: null,
  });
  return endpoint;
}

function whyNotSent(endpoint: EndpointRow, code: FullQrCodeRow): string | null {
  const { project_id: projectId, qr_ids: qrIds, reads_projects: projects } = endpoint;
  if (!endpoint.reads_scans || endpoint.types?.includes(scanType) === false)
    return 'This endpoint gets no scans. Add qr.scan to its types first.';
  if (!code.analytics_enabled) return 'This QR code has analytics switched off, so its scans are not sent.';
  const isWanted =
    (projectId ?? code.project_id) === code.project_id &&
    qrIds?.includes(code.qr_id) !== false &&
    projects?.includes(code.project_id) !== false;
  return isWanted
    ? null
    : 'This endpoint gets nothing of that QR code. Change its project_id or qr_ids first.';
}

/** Some groups per transaction, and the rest as a new job: a killed worker repeats at most these. */
export async function continueScanReplay(
  db: Db,
  { endpoint_id: endpointId, qr_id: qrId, ...range }: JobPayloads['replay-webhook-scans'],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const endpoint = await findEndpointToServe(tx, endpointId);
    if (endpoint === undefined || !endpoint.is_enabled) return;
    // It may have been changed meanwhile.
    const code = await findQrCode(tx, endpoint.account_id, qrId);
    if (code === undefined || whyNotSent(endpoint, code) !== null) return;
    await lockScanGroups(tx, qrId);
    const through = range.through_number ?? (await findAnnouncedNumber(tx, qrId));
    const kept = await listGroupsAfter(tx, qrId, range.after_number, groupsAtOnce);
    const groups = planGroups(kept, { after: range.after_number, through, most: groupsAtOnce });
    const last = groups.at(-1);
    if (last === undefined) return;
    await insertGroupDeliveries(tx, endpointId, qrId, groups);
    await addDeliveryJobs(tx, [endpointId]);
    const rest = {
      endpoint_id: endpointId,
      qr_id: qrId,
      after_number: last.lastNumber,
      through_number: through,
    };
    // If a killed worker repeats these groups, the rest is still done once.
    await addJob(tx, 'replay-webhook-scans', rest, {
      key: `replay ${endpointId} ${qrId} ${last.lastNumber}`,
    });
  });
}
