import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { can, canEverywhere } from '#core/permissions.ts';
import type { EndpointFields } from '#core/webhooks/endpoint-input.ts';
import type { Db, Tx } from '../database.ts';
import { orderAllEvents } from '../events/event-queries.ts';
import { requireMatch } from '../resource-tag.ts';
import { addDeliveryJobs } from './delivery-queries.ts';
import { newEndpointSecret } from './delivery-signer.ts';
import {
  deleteEndpoint,
  disableEndpoint,
  type EndpointRow,
  enableEndpoint,
  findEndpoint,
  lockEndpoint,
  updateEndpoint,
  updateSecret,
} from './endpoint-queries.ts';
import { endpointView, writableEndpointFields } from './endpoint-view.ts';
import { resolveFields, type WebhookTools } from './save-endpoint.ts';

interface EndpointToChange {
  /** Null: an ID that can't exist. */
  endpointId: string | null;
  ifMatch: string | undefined;
}

/** A change of null deletes it. */
export async function changeEndpoint(
  tx: Tx,
  actor: Actor,
  { endpointId, ifMatch }: EndpointToChange,
  change: Partial<EndpointFields> | null,
  { allowsPrivate }: Pick<WebhookTools, 'allowsPrivate'>,
): Promise<EndpointRow> {
  const endpoint = endpointId === null ? undefined : await lockEndpoint(tx, actor.accountId, endpointId);
  if (endpoint === undefined || !canSeeEndpoint(actor, endpoint)) throw endpointNotFound();
  requireMatch(ifMatch, endpointView(endpoint), writableEndpointFields);
  if (change === null) {
    await deleteEndpoint(tx, endpoint.endpoint_id);
    return endpoint;
  }
  const { enabled, ...fields } = { ...fieldsOf(endpoint), ...change };
  if (fields.projectId !== null && fields.qrIds !== null)
    throw new Refusal('invalid_request', 'The endpoint can have project_id or qr_ids, not both.', {
      param: change.qrIds === undefined ? 'project_id' : 'qr_ids',
    });
  let changed: EndpointRow | undefined = endpoint;
  if (Object.keys(change).some((field) => field !== 'enabled')) {
    const stored = await resolveFields(tx, actor, { ...fields, enabled }, allowsPrivate);
    changed = await updateEndpoint(tx, endpoint.endpoint_id, stored);
  }
  if (enabled && endpoint.disabled_reason === 'operator' && actor.kind !== 'operator')
    throw new Refusal(
      'conflict',
      'The operator of this service has disabled the endpoint. Ask them to enable it.',
    );
  if (enabled && !endpoint.is_enabled) await orderAllEvents(tx);
  if (enabled !== endpoint.is_enabled)
    changed = enabled
      ? await enableEndpoint(tx, endpoint.endpoint_id)
      : await disableEndpoint(tx, endpoint.endpoint_id, actor.kind === 'operator' ? 'operator' : 'owner');
  // Its job ends the deliveries that wait, also those that were made in that moment.
  if (enabled !== endpoint.is_enabled) await addDeliveryJobs(tx, [endpoint.endpoint_id]);
  return changed ?? endpoint;
}

/** As a request would send them. */
function fieldsOf(endpoint: EndpointRow): EndpointFields {
  return {
    url: endpoint.url,
    description: endpoint.description,
    types: endpoint.types,
    projectId: endpoint.project_id && formatIdentifier('prj', endpoint.project_id),
    qrIds: endpoint.qr_ids,
    enabled: endpoint.is_enabled,
  };
}

/** The old secret signs as well for a while, so that no delivery is rejected. */
export async function rotateSecret(
  tx: Tx,
  actor: Actor,
  endpointId: string | null,
  expiresInSeconds: number,
  { secrets }: WebhookTools,
): Promise<{ row: EndpointRow; secret: string }> {
  const endpoint = endpointId === null ? undefined : await lockEndpoint(tx, actor.accountId, endpointId);
  if (endpoint === undefined || !canSeeEndpoint(actor, endpoint)) throw endpointNotFound();
  const { plain, sealed } = newEndpointSecret(secrets);
  const oldUntil = expiresInSeconds === 0 ? null : new Date(Date.now() + expiresInSeconds * 1_000);
  const row = await updateSecret(tx, endpoint.endpoint_id, {
    next: sealed,
    old: oldUntil && endpoint.sealed_secret,
    oldUntil,
  });
  return { row: row ?? endpoint, secret: plain };
}

export async function requireEndpoint(db: Db, actor: Actor, endpointId: string | null): Promise<EndpointRow> {
  const endpoint = endpointId === null ? undefined : await findEndpoint(db, actor.accountId, endpointId);
  if (endpoint === undefined || !canSeeEndpoint(actor, endpoint)) throw endpointNotFound();
  return endpoint;
}

/** Those of single projects are seen by all who manage them, others only by those who manage the account. */
export function canSeeEndpoint(actor: Actor, { project_id: projectId }: EndpointRow): boolean {
  return projectId === null
    ? canEverywhere(actor, 'webhooks.change')
    : can(actor, 'webhooks.change', projectId);
}

export function endpointNotFound(): Refusal {
  return new Refusal('endpoint_not_found', 'There is no such webhook endpoint.');
}
