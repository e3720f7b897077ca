import { formatIdentifier } from '#core/identifier.ts';
import type { EndpointRow } from './endpoint-queries.ts';

export const writableEndpointFields = ['url', 'description', 'types', 'project_id', 'qr_ids', 'enabled'];

/** @param secret only when it is created or rotated. */
export function endpointView(endpoint: EndpointRow, secret?: string) {
  return {
    endpoint_id: formatIdentifier('whe', endpoint.endpoint_id),
    url: endpoint.url,
    description: endpoint.description,
    types: endpoint.types,
    project_id: endpoint.project_id && formatIdentifier('prj', endpoint.project_id),
    qr_ids: endpoint.qr_ids?.map((id) => formatIdentifier('qrc', id)) ?? null,
    enabled: endpoint.is_enabled,
    disabled_reason: endpoint.disabled_reason,
    failing_since: endpoint.failing_since?.toISOString() ?? null,
    old_secret_expires_at: endpoint.old_secret_until?.toISOString() ?? null,
    created_at: endpoint.created_at.toISOString(),
    updated_at: endpoint.updated_at.toISOString(),
    ...(secret !== undefined && { secret }),
  };
}
