import { ConnectionError, errorOf, type WaypostError } from './waypost-error.ts';

export interface WaypostOptions {
  /** From the dashboard of your account. Keep it on servers. */
  apiKey: string;
  /** The address of the service, such as `https://api.example.com`. */
  baseUrl: string;
  /** Per try; default 30 seconds. */
  timeoutMs?: number;
  /** After the first try; default 4. */
  retriesMax?: number;
  /** The maximum wait before a retry, even if the service asks for more; default 60 seconds. */
  waitMsMax?: number;
  /** Replaces the platform's own `fetch`. */
  fetch?: typeof fetch;
}

export interface RequestOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** The same key never creates twice. The SDK chooses one if you pass none. */
  idempotencyKey?: string;
}

export interface Call extends RequestOptions {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  query?: Record<string, string | readonly string[] | number | undefined>;
  body?: unknown;
}

const firstWaitMs = 250;
const backOffMsMax = 8_000;

/** Sends requests, retries where it is safe, and throws other failures as a WaypostError. */
export class Transport {
  readonly #options: Required<Omit<WaypostOptions, 'fetch'>>;
  readonly #fetch: typeof fetch;

  constructor(options: WaypostOptions) {
    this.#options = {
      timeoutMs: 30_000,
      retriesMax: 4,
      waitMsMax: 60_000,
      ...options,
      baseUrl: options.baseUrl.replace(/(?<!\/)\/+$/, ''),
    };
    // Bound: some runtimes insist on the global object.
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  async send<Answer>(call: Call): Promise<Answer> {
    const headers: Record<string, string> = { 'x-api-key': this.#options.apiKey, accept: 'application/json' };
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    // The same key for every try: the first one creates, the others get its response.
    if (call.method === 'POST') headers['idempotency-key'] = call.idempotencyKey ?? crypto.randomUUID();
    for (let retry = 0; ; retry++) {
      const outcome = await this.#try<Answer>(call, headers);
      if ('answer' in outcome) return outcome.answer;
      const waitMs = this.#waitMs(outcome.error, retry);
      if (waitMs === null) throw outcome.error;
      await sleep(waitMs, call.signal);
    }
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
        method: call.method,
        headers,
        signal,
        redirect: 'error',
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      });
      const text = await response.text();
      return response.ok ? { answer: JSON.parse(text) as Answer } : { error: readError(response, text) };
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

function queryOf(query: Call['query']): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const item of Array.isArray(value) ? (value as readonly string[]) : [value])
      if (item !== undefined) parts.append(name, String(item));
  const text = parts.toString();
  return text === '' ? '' : `?${text}`;
}

function readError(response: Response, text: string): WaypostError {
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
