import { formatIdentifier } from '#core/identifier.ts';
import type { ApiKeyRow } from './api-key-queries.ts';

/** A key as its owner sees it later: never the key itself (D27), always its scope (D59). */
export function apiKeyView(key: ApiKeyRow) {
  return {
    key_id: formatIdentifier('key', key.key_id),
    account_id: formatIdentifier('acc', key.account_id),
    kind: key.kind,
    name: key.name,
    prefix: `${key.display_prefix}…`,
    scope: key.scopes?.join(' ') ?? key.scope,
    scopes: key.scopes,
    projects: key.projects?.map((projectId) => formatIdentifier('prj', projectId)) ?? null,
    expires_at: key.expires_at?.toISOString() ?? null,
    created_at: key.created_at.toISOString(),
    last_used_at: key.last_used_at?.toISOString() ?? null,
    revoked_at: key.revoked_at?.toISOString() ?? null,
  };
}
