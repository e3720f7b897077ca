import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { scanType } from '#core/event-type.ts';
import { can, permit, permitEverywhere } from '#core/permissions.ts';
import type { EndpointFields } from '#core/webhooks/endpoint-input.ts';
import { parseWebhookUrl } from '#core/webhooks/webhook-url.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Secrets } from '#platform/secrets.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import { requireSubject } from '../analytics/require-subject.ts';
import type { Db, Tx } from '../database.ts';
import { orderAllEvents } from '../events/event-queries.ts';
import { listQrCodesById } from '../qr-codes/qr-code-queries.ts';
import { newEndpointSecret } from './delivery-signer.ts';
import {
  countEndpoints,
  disableEndpoint,
  type EndpointChange,
  type EndpointRow,
  insertEndpoint,
} from './endpoint-queries.ts';

export interface WebhookTools {
  secrets: Secrets;
  /** In development, receivers can be on the own machine. */
  allowsPrivate: boolean;
}

/** Stores a receiver with a new secret. What its creator may read is the most that it ever gets. */
export async function saveEndpoint(
  tx: Tx,
  actor: Actor,
  fields: EndpointFields,
  { secrets, allowsPrivate }: WebhookTools,
): Promise<{ row: EndpointRow; secret: string }> {
  const stored = await resolveFields(tx, actor, fields, allowsPrivate);
  const projects = 'keyId' in actor ? actor.projects : null;
  // One at a time, so that the plan's number is exact.
  await lockAccount(tx, actor.accountId);
  const most = actor.entitlements.limits.webhookEndpoints;
  if ((await countEndpoints(tx, actor.accountId)) >= most)
    throw new Refusal(
      'conflict',
      most === 0
        ? 'Your plan has no webhooks. Choose another plan.'
        : `Your plan has ${most} webhook endpoints. Delete one first, or choose another plan.`,
    );
  const { plain, sealed } = newEndpointSecret(secrets);
  // What happened before is not for it.
  await orderAllEvents(tx);
  const row = await insertEndpoint(tx, {
    ...stored,
    endpoint_id: newUuid(),
    account_id: actor.accountId,
    reads_events: can(actor, 'codes.read'),
    reads_scans: can(actor, 'analytics.read'),
    reads_projects: projects && [...projects],
    sealed_secret: sealed,
  });
  if (fields.enabled) return { row, secret: plain };
  return { row: (await disableEndpoint(tx, row.endpoint_id, 'owner')) ?? row, secret: plain };
}

/** The fields as they are stored, if the actor may subscribe to all of it. */
export async function resolveFields(
  db: Db,
  actor: Actor,
  fields: EndpointFields,
  allowsPrivate: boolean,
): Promise<EndpointChange> {
  const url = parseWebhookUrl(fields.url, allowsPrivate);
  if (!url.ok) throw new Refusal('webhook_url_rejected', url.message, { param: 'url' });
  permitTypes(actor, fields.types);
  if (fields.projectId === null) permitEverywhere(actor, 'webhooks.change');
  const projectId =
    fields.projectId === null
      ? null
      : await requireSubject(db, actor, 'webhooks.change', 'project', fields.projectId, 'project_id');
  if (fields.qrIds !== null) await requireCodes(db, actor, fields.qrIds);
  return {
    url: url.value,
    description: fields.description,
    types: fields.types,
    project_id: projectId,
    qr_ids: fields.qrIds,
  };
}

function permitTypes(actor: Actor, types: EndpointFields['types']): void {
  if (types?.includes(scanType)) permit(actor, 'analytics.read');
  // Null: what the actor may read, but something.
  const isOnlyScans = types?.every((type) => type === scanType) ?? can(actor, 'analytics.read');
  if (!isOnlyScans) permit(actor, 'codes.read');
}

async function requireCodes(db: Db, actor: Actor, qrIds: string[]): Promise<void> {
  const known = new Map(
    (await listQrCodesById(db, actor.accountId, qrIds)).map((code) => [code.qr_id, code.project_id]),
  );
  const missing = qrIds.findIndex((qrId) => {
    const projectId = known.get(qrId);
    return projectId === undefined || !can(actor, 'webhooks.change', projectId);
  });
  if (missing !== -1)
    throw new Refusal('qr_not_found', 'There is no such QR code.', { param: `qr_ids[${missing}]` });
}
