import { ConnectionError, errorOf, type WaypostError } from './waypost-error.ts';

export interface WaypostOptions {
  /** Of your account, from the dashboard. Keep it on servers. */
  apiKey: string;
  /** Where the service is, such as `https://api.example.com`. */
  baseUrl: string;
  /** For one try; 30 seconds unless it is said. */
  timeoutMs?: number;
  /** After the first try; 4 unless it is said. */
  retriesMax?: number;
  /** What a wait for another try may be at most, also if the service asks for more; 60 seconds unless it is said. */
  waitMsMax?: number;
  /** In place of the platform's own. */
  fetch?: typeof fetch;
}

export interface RequestOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** For what is created: the same key never creates twice. One is made up if none is given. */
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

/** Sends requests, tries again what may be tried again, and throws what is left as a WaypostError. */
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
    // The same one for every try: whichever arrives first creates, the others get its answer.
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
        ? `No answer within ${timeoutMs} ms.`
        : `The service could not be reached or its answer not be read: ${String(cause)}`;
      return { error: new ConnectionError({ message, code: 'connection', status: 0, cause }) };
    }
  }

  /** Null: trying again would not help. Waits as long as the service asks for, else longer each time, never all at once. */
  #waitMs(error: WaypostError, retry: number): number | null {
    if (retry >= this.#options.retriesMax || !mayTryAgain(error)) return null;
    if (error.retryAfterSeconds !== null) {
      const askedMs = error.retryAfterSeconds * 1_000;
      // A little apart, or everybody who was told the same comes back together.
      return askedMs > this.#options.waitMsMax ? null : askedMs + Math.random() * firstWaitMs;
    }
    return (
      Math.min(backOffMsMax, this.#options.waitMsMax, firstWaitMs * 2 ** retry) * (0.5 + Math.random() / 2)
    );
  }
}

/** Reads and changes are the same twice, and what is created has a key. A conflict that names a time is a request under way. */
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
    // Something in between answered, not the service.
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
