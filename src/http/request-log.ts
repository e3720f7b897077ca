import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Histogram } from 'prom-client';
import { formatIdentifier } from '#core/identifier.ts';
import type { ApiContext } from './api-context.ts';
import { type RequestRecord, recordOf } from './request-record.ts';

/** One log line and one measurement per response. The line has the route instead of the path, which may contain a key. */
export function registerRequestLog(app: FastifyInstance, context: ApiContext): void {
  const labelNames = ['method', 'route', 'status'] as const;
  const registers = [context.metrics];
  const answers = new Counter({
    name: 'waypost_http_requests_total',
    help: 'Responses of the API and the dashboard',
    labelNames,
    registers,
  });
  const duration = new Histogram({
    name: 'waypost_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    answers.inc({ method: request.method, route, status: reply.statusCode });
    duration.observe({ method: request.method, route }, reply.elapsedTime / 1_000);
    const record = recordOf(request);
    context.traffic.count(request.ip, record.accountId ?? null);
    context.log.info(
      {
        request_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...describeCaller(record),
      },
      'answered',
    );
  });
}

/** The caller and the error: what support needs to find a request. */
function describeCaller({ accountId, keyId, errorCode }: RequestRecord): Record<string, string> {
  return {
    ...(accountId !== undefined && { account_id: formatIdentifier('acc', accountId) }),
    ...(keyId !== undefined && keyId !== null && { key_id: formatIdentifier('key', keyId) }),
    ...(errorCode !== undefined && { error: errorCode }),
  };
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}
