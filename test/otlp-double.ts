import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  links: { traceId: string; spanId: string }[];
  attributes: Record<string, unknown>;
}

export interface OtlpDouble {
  url: string;
  spans: ReceivedSpan[];
  /** Everything that was sent, unchanged. */
  received(): string;
  close(): void;
}

interface OtlpSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: { traceId: string; spanId: string }[];
  attributes?: { key: string; value: Record<string, unknown> }[];
}

/** A collector that accepts OTLP over HTTP as JSON. */
export async function startOtlpDouble(): Promise<OtlpDouble> {
  const spans: ReceivedSpan[] = [];
  let text = '';
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    text += body;
    if (request.url !== '/v1/traces') return response.writeHead(404).end();
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      const service = valuesOf(resource.attributes)['service.name'];
      for (const span of scopeSpans.flatMap((scope: { spans: OtlpSpan[] }) => scope.spans) as OtlpSpan[])
        spans.push({
          service: String(service),
          name: span.name,
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId ?? '',
          links: span.links ?? [],
          attributes: valuesOf(span.attributes ?? []),
        });
    }
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, received: () => text, close: () => server.close() };
}

function valuesOf(attributes: NonNullable<OtlpSpan['attributes']>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
