import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';

/** Additional paths of a part: a status, or an object that is sent as JSON. */
type InternalAnswer = number | object;
export type InternalRoutes = Map<
  string,
  (query: URLSearchParams) => InternalAnswer | Promise<InternalAnswer>
>;

/** `/livez`, `/readyz`, `/metrics` and additional paths, on a port for operators only. */
export function createInternalServer(health: Health, metrics: Metrics, routes: InternalRoutes): Server {
  return createServer((request, response) => {
    const [path = '/', query] = (request.url ?? '/').split('?', 2);
    const route = routes.get(path);
    const answered =
      route === undefined
        ? answer(path, response, health, metrics)
        : Promise.resolve(route(new URLSearchParams(query))).then((result) =>
            typeof result === 'number'
              ? send(response, result, 'text/plain', '')
              : send(response, 200, 'application/json', `${JSON.stringify(result)}\n`),
          );
    answered.catch((error: unknown) => {
      send(response, 500, 'text/plain', `${error}\n`);
    });
  });
}

async function answer(
  path: string,
  response: ServerResponse,
  health: Health,
  metrics: Metrics,
): Promise<void> {
  switch (path) {
    case '/livez':
      return send(response, 200, 'application/json', '{"live":true}\n');
    case '/readyz': {
      const readiness = await health.readiness();
      return send(
        response,
        readiness.ready ? 200 : 503,
        'application/json',
        `${JSON.stringify(readiness)}\n`,
      );
    }
    case '/metrics':
      return send(response, 200, metrics.contentType, await metrics.metrics());
    default:
      return send(response, 404, 'text/plain', 'This port serves /livez, /readyz and /metrics.\n');
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
