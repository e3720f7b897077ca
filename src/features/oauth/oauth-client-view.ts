import { formatIdentifier } from '#core/identifier.ts';
import type { ApiKeyRow } from '../api-keys/api-key-queries.ts';
import { apiKeyView } from '../api-keys/api-key-view.ts';

export function oauthClientView(client: ApiKeyRow) {
  const { key_id: _id, scope: _scope, ...view } = apiKeyView(client);
  return { client_id: formatIdentifier('cli', client.key_id), ...view };
}
