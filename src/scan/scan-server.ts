import { createServer, type Server } from 'node:http';
import { newUuid } from '#platform/new-uuid.ts';

const version = '2025-11-14-v1';

/** The data plane. There are no codes yet, so every slug is unknown: 404 (D43, D44). */
export function createScanServer(): Server {
  return createServer((request, response) => {
    const requestId = newUuid();
    const known = request.method === 'GET' || request.method === 'HEAD';
    const [status, code, message] = known
      ? ([404, 'not_found', 'There is no such link.'] as const)
      : ([405, 'method_not_allowed', 'A link takes GET and HEAD.'] as const);
    if (!known) response.setHeader('allow', 'GET, HEAD');
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    });
    response.end(JSON.stringify({ ok: false, version, request_id: requestId, code, message }));
  });
}
