import type { WaypostEvent } from './events.ts';

/** What a webhook brings: an event, or the scans of a code. */
export interface WebhookMessage {
  type: string;
  timestamp: string;
  event_id: string;
  data: WaypostEvent['data'] & { scans?: unknown[]; test?: boolean; truncated?: boolean };
}

/** The signature or the time of a webhook is wrong: respond with 400, and don't use it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface VerifyWebhookOptions {
  /** The secret of the endpoint, `whsec_…`. During a rotation, either of the two. */
  secret: string;
  /** The body exactly as it arrived, not parsed and written again. */
  body: string;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** How old or new a message can be; default 5 minutes. */
  toleranceSeconds?: number;
  /** Now, in milliseconds; for tests. */
  nowMs?: number;
}

/** Checks that a webhook comes from your endpoint (Standard Webhooks), and returns its message. */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookMessage> {
  const { secret, body, headers, toleranceSeconds = 300, nowMs = Date.now() } = options;
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (id === null || timestamp === null || signatures === null)
    throw new WebhookVerificationError(
      'A header is missing: webhook-id, webhook-timestamp or webhook-signature.',
    );
  const ageSeconds = Math.floor(nowMs / 1_000) - Number(timestamp);
  if (!/^[0-9]{1,15}$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds)
    throw new WebhookVerificationError('The message is too old or too new. Check the clock of this machine.');
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    // `verify` compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)))
      return JSON.parse(body) as WebhookMessage;
  }
  throw new WebhookVerificationError('No signature matches. Check the secret, and pass the body unchanged.');
}

function headerOf(headers: VerifyWebhookOptions['headers'], name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(entry) ? entry[0] : entry) ?? null;
}

/** Base64; nothing if it is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
