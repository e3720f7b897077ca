import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runUnder, type TraceSpan, type Tracing } from '#platform/tracing.ts';
import { TrustedProxies } from '#platform/trusted-proxies.ts';

/** One span per request. Only our own proxies can set its parent: others could make us keep every trace. */
export function registerTraceRequests(
  app: FastifyInstance,
  tracing: Tracing,
  trustedProxies: string[],
): void {
  const trusted = new TrustedProxies(trustedProxies);
  const spans = new WeakMap<FastifyRequest, TraceSpan>();
  app.addHook('onRequest', async (request) => {
    const { traceparent } = request.headers;
    const isBelieved = typeof traceparent === 'string' && trusted.has(request.socket.remoteAddress ?? '');
    spans.set(
      request,
      tracing.start(`${request.method} ${request.routeOptions.url ?? 'none'}`, {
        kind: 'server',
        parent: isBelieved ? traceparent : null,
        attributes: {
          'http.request.method': request.method,
          'http.route': request.routeOptions.url ?? 'none',
          'waypost.request_id': request.id,
        },
      }),
    );
  });
  // After the body has arrived: from here on, the time belongs to the handler.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else runUnder(span.traceparent, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.set('http.response.status_code', reply.statusCode);
    span?.end(reply.statusCode >= 500 ? `status ${reply.statusCode}` : undefined);
  });
}
