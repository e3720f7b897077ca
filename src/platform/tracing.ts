import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, SpanContext, SpanKind, Tracer } from '@opentelemetry/api';

export interface TracingOptions {
  /** Address of a collector for OTLP over HTTP. */
  endpoint: string;
  /** The share of new traces to keep, from 0 to 1. */
  ratio: number;
  service: string;
  version: string;
  /** Called now and then if spans don't arrive. */
  onProblem: (message: string) => void;
}

export interface SpanOptions {
  kind?: 'server' | 'consumer' | 'internal';
  /** Its parent as a `traceparent`; without one, a new trace begins. */
  parent?: string | null;
  attributes?: Attributes;
  /** Linked spans that are not its parent. */
  links?: string[];
}

export interface TraceSpan {
  /** Its W3C `traceparent`, to pass on. */
  readonly traceparent: string;
  set(name: string, value: string | number | boolean): void;
  link(traceparent: string): void;
  end(problem?: string): void;
}

const queueMax = 2_048;
const exportMs = 10_000;
const closeMsMax = 1_500;
const complainMs = 60_000;
const complaintLettersMax = 300;
const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-(0[01])$/;

/** The context of the current work, for jobs that are enqueued in it. Used only while tracing is on. */
const current = new AsyncLocalStorage<string>();

export function currentTraceparent(): string | null {
  return current.getStore() ?? null;
}

/** Spans for a collector, with a limited queue: if the collector is away, spans are lost, not requests. */
export class Tracing {
  readonly #tracer: Tracer;
  readonly #api: typeof import('@opentelemetry/api');
  readonly #shutdown: () => Promise<void>;

  private constructor(
    api: typeof import('@opentelemetry/api'),
    tracer: Tracer,
    shutdown: () => Promise<void>,
  ) {
    this.#api = api;
    this.#tracer = tracer;
    this.#shutdown = shutdown;
  }

  /** Loads the tracing packages; without tracing none of them is loaded. */
  static async open({ endpoint, ratio, service, version, onProblem }: TracingOptions): Promise<Tracing> {
    const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
    let quietUntilMs = 0;
    const complain = (message: string) => {
      if (performance.now() < quietUntilMs) return;
      quietUntilMs = performance.now() + complainMs;
      onProblem(message.slice(0, complaintLettersMax));
    };
    const silent = () => {};
    api.diag.setLogger(
      { error: complain, warn: complain, info: silent, debug: silent, verbose: silent },
      { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
    );
    const provider = new sdk.TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
      sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [
        new sdk.BatchSpanProcessor({
          exporter: new OTLPTraceExporter({
            url: new URL('v1/traces', withSlash(endpoint)).href,
            timeoutMillis: exportMs,
          }),
          maxQueueSize: queueMax,
          exportTimeoutMillis: exportMs,
        }),
      ],
    });
    return new Tracing(api, provider.getTracer('waypost', version), () => provider.shutdown());
  }

  start(
    name: string,
    { kind = 'internal', parent = null, attributes = {}, links = [] }: SpanOptions = {},
  ): TraceSpan {
    const { ROOT_CONTEXT, SpanStatusCode, trace } = this.#api;
    const above = parent === null ? null : parseTraceparent(parent);
    const context = above === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, above);
    const linked = links
      .flatMap((link) => parseTraceparent(link) ?? [])
      .map((spanContext) => ({ context: spanContext }));
    const span = this.#tracer.startSpan(name, { kind: this.#kind(kind), attributes, links: linked }, context);
    return {
      traceparent: formatTraceparent(span.spanContext()),
      set: (key, value) => void span.setAttribute(key, value),
      link: (traceparent) => {
        const other = parseTraceparent(traceparent);
        if (other !== null) span.addLink({ context: other });
      },
      end: (problem) => {
        if (problem !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: problem });
        span.end();
      },
    };
  }

  /** Runs it in its own span, which is the parent of jobs enqueued by it. */
  async run<Result>(
    name: string,
    options: SpanOptions,
    work: (span: TraceSpan) => Promise<Result>,
  ): Promise<Result> {
    const span = this.start(name, options);
    try {
      const result = await current.run(span.traceparent, () => work(span));
      span.end();
      return result;
    } catch (error) {
      // Only its class: messages may contain addresses, and nobody removes them here.
      span.end(error instanceof Error ? error.constructor.name : 'failed');
      throw error;
    }
  }

  async close(): Promise<void> {
    // A collector that is away would be retried until the process is overdue.
    await Promise.race([this.#shutdown().catch(() => {}), sleep(closeMsMax, undefined, { ref: false })]);
  }

  #kind(kind: 'server' | 'consumer' | 'internal'): SpanKind {
    const { SpanKind } = this.#api;
    return { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL }[kind];
  }
}

/** Continues in a span that somebody else ends. */
export function runUnder(traceparent: string, work: () => void): void {
  current.run(traceparent, work);
}

/** Runs it in a span if tracing is on, and directly if not. */
export function traced<Result>(
  tracing: Tracing | null,
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracing === null ? work() : tracing.run(name, { parent: currentTraceparent(), ...options }, work);
}

function parseTraceparent(text: string): SpanContext | null {
  const [, traceId, spanId, flags] = pattern.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return null;
  return { traceId, spanId, traceFlags: Number(flags), isRemote: true };
}

function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`;
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
