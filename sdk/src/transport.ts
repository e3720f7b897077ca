import { type RateLimit, readRateLimits } from './rate-limits.ts';
import { ConnectionError, errorOf, type Problem, type WaypostError } from './waypost-error.ts';

export interface WaypostOptions {
  /** From the dashboard of your account. Keep it on servers. */
  apiKey: string;
  /** The address of the service, such as `https://api.example.com`. */
  baseUrl: string;
  /** Per try; default 30 seconds. */
  timeoutMs?: number | undefined;
  /** After the first try; default 4. */
  retriesMax?: number | undefined;
  /** The maximum wait before a retry, even if the service asks for more; default 60 seconds. */
  waitMsMax?: number | undefined;
  /** Replaces the platform's own `fetch`. */
  fetch?: typeof fetch | undefined;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** The same key never creates twice. The SDK chooses one if you pass none. */
  idempotencyKey?: string | undefined;
}

export interface WaitingOptions extends RequestOptions {
  /** Holds the response until the image is ready, for at most this many seconds (1 to 10). */
  waitSeconds?: number | undefined;
}

export interface MatchOptions extends RequestOptions {
  /** The `etag` of what you read: if somebody has changed it since, you get a ConflictError. */
  ifMatch?: string | undefined;
}

export interface Call extends WaitingOptions, MatchOptions {
  /** Default: GET. */
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string | readonly string[] | number | boolean | undefined>;
  body?: unknown;
  /** The response is a file, not JSON. */
  isFile?: true;
}

/** The version of this package. */
export const sdkVersion = '0.2.0';
const agent = `waypost-sdk/${sdkVersion}`;
const firstWaitMs = 250;
const backOffMsMax = 8_000;

/** Sends requests, retries where it is safe, and throws other failures as a WaypostError. */
export class Transport {
  readonly #options: {
    apiKey: string;
    baseUrl: string;
    timeoutMs: number;
    retriesMax: number;
    waitMsMax: number;
  };
  readonly #fetch: typeof fetch;
  /** Of the last response. */
  rateLimits: RateLimit[] = [];

  constructor(options: WaypostOptions) {
    this.#options = {
      apiKey: options.apiKey,
      baseUrl: readBaseUrl(options.baseUrl),
      timeoutMs: options.timeoutMs ?? 30_000,
      retriesMax: options.retriesMax ?? 4,
      waitMsMax: options.waitMsMax ?? 60_000,
    };
    // Bound: some runtimes insist on the global object.
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  async send<Answer>(call: Call): Promise<Answer> {
    const headers = headersOf(call, this.#options.apiKey);
    for (let retry = 0; ; retry++) {
      const outcome = await this.#try<Answer>(call, headers);
      if ('answer' in outcome) return outcome.answer;
      const waitMs = this.#waitMs(outcome.error, retry);
      if (waitMs === null) throw outcome.error;
      await sleep(waitMs, call.signal);
    }
  }

  write<Answer>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options: MatchOptions,
    body?: object,
  ): Promise<Answer> {
    return this.send({ ...options, method, path, ...(body !== undefined && { body }) });
  }

  /** A file as a stream. Its link is its own permission, so the key is not sent. */
  async download(path: string, { signal }: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#fetch(this.#options.baseUrl + path, {
      headers: { 'user-agent': agent },
      redirect: 'error',
      ...(signal && { signal }),
    });
    if (!response.ok || response.body === null) throw readError(response, await response.text(), []);
    return response.body;
  }

  async #try<Answer>(
    call: Call,
    headers: Record<string, string>,
  ): Promise<{ answer: Answer } | { error: WaypostError }> {
    call.signal?.throwIfAborted();
    const timeoutMs = call.timeoutMs ?? this.#options.timeoutMs;
    const late = AbortSignal.timeout(timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, late]) : late;
    try {
      const response = await this.#fetch(this.#options.baseUrl + call.path + queryOf(call.query), {
        method: call.method ?? 'GET',
        headers,
        signal,
        redirect: 'error',
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      });
      const file = call.isFile && response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
      const text = file ? '' : await response.text();
      const rateLimits = readRateLimits(response.headers);
      if (rateLimits.length > 0) this.rateLimits = rateLimits;
      return response.ok
        ? { answer: (file as Answer) ?? readAnswer<Answer>(response, text) }
        : { error: readError(response, text, rateLimits) };
    } catch (cause) {
      call.signal?.throwIfAborted();
      const message = late.aborted
        ? `No response within ${timeoutMs} ms.`
        : `The service could not be reached, or its response could not be read: ${String(cause)}`;
      return { error: new ConnectionError({ message, code: 'connection', status: 0, cause }) };
    }
  }

  /** Null: a retry would not help. Waits as long as the service asks, otherwise with exponential backoff and jitter. */
  #waitMs(error: WaypostError, retry: number): number | null {
    if (retry >= this.#options.retriesMax || !mayTryAgain(error)) return null;
    if (error.retryAfterSeconds !== null) {
      const askedMs = error.retryAfterSeconds * 1_000;
      // With jitter, so that clients don't return at the same time.
      return askedMs > this.#options.waitMsMax ? null : askedMs + Math.random() * firstWaitMs;
    }
    return (
      Math.min(backOffMsMax, this.#options.waitMsMax, firstWaitMs * 2 ** retry) * (0.5 + Math.random() / 2)
    );
  }
}

/** Reads and changes are idempotent, and creations have a key. A conflict with a time means that the request is still running. */
function mayTryAgain({ status, retryAfterSeconds }: WaypostError): boolean {
  return status === 0 || status === 429 || status >= 500 || (status === 409 && retryAfterSeconds !== null);
}

/** A mistyped address fails at once, not after retries. */
function readBaseUrl(baseUrl: string): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new TypeError(
      `baseUrl must be an address such as https://api.example.com, not ${String(baseUrl)}.`,
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError(`baseUrl must start with https:// or http://, not ${url.protocol}`);
  return baseUrl.replace(/(?<!\/)\/+$/, '');
}

function headersOf(call: Call, apiKey: string): Record<string, string> {
  const headers: Record<string, string> = {
    'x-api-key': apiKey,
    accept: 'application/json',
    'user-agent': agent,
  };
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  // The same key for every try: the first one creates, the others get its response.
  if (call.method === 'POST' || (call.method === 'PATCH' && call.path.startsWith('/v2/')))
    headers['idempotency-key'] = call.idempotencyKey ?? crypto.randomUUID();
  if (call.waitSeconds !== undefined) headers['prefer'] = `wait=${call.waitSeconds}`;
  if (call.ifMatch !== undefined) headers['if-match'] = call.ifMatch;
  return headers;
}

/** The body, and the ETag of what can be changed. */
function readAnswer<Answer>(response: Response, text: string): Answer {
  const etag = response.headers.get('etag');
  const body = JSON.parse(text) as Answer;
  return etag === null ? body : { ...body, etag };
}

function queryOf(query: Call['query']): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const item of Array.isArray(value) ? (value as readonly string[]) : [value])
      if (item !== undefined) parts.append(name, String(item));
  const text = parts.toString();
  return text === '' ? '' : `?${text}`;
}

function readError(response: Response, text: string, rateLimits: RateLimit[]): WaypostError {
  let body: Record<string, unknown> = {};
  try {
    body = (JSON.parse(text) as Record<string, unknown> | null) ?? {};
  } catch {
    // A proxy responded, not the service.
  }
  const own = (name: string) => (typeof body[name] === 'string' ? body[name] : null);
  const seconds = Number(response.headers.get('retry-after') ?? 'none');
  return errorOf({
    message: own('message') ?? `The service answered ${response.status}.`,
    code: own('code') ?? `http_${response.status}`,
    status: response.status,
    requestId: own('request_id') ?? response.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    param: own('param'),
    docUrl: own('doc_url'),
    problems: Array.isArray(body['errors']) ? (body['errors'] as Problem[]) : [],
    rateLimits,
  });
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
