import type { DeliveryMessage } from '#core/webhooks/delivery-body.ts';
import { answerMsMax, deliveryHeaders } from '#core/webhooks/delivery-headers.ts';
import { nextTryMs, parseRetryAfter } from '#core/webhooks/delivery-schedule.ts';
import type { GuardedClient } from '#platform/guarded-client.ts';
import type { OpenConnections } from '#platform/open-connections.ts';
import { ProxyRefusal } from '#platform/proxy-tunnel.ts';
import type { AttemptResult, DeliveryRow } from './delivery-queries.ts';
import type { DeliverySigner } from './delivery-signer.ts';
import type { EndpointRow } from './endpoint-queries.ts';

const bytesMax = 1_024;
/** A response that takes longer is not a failure, but it holds up others. */
export const slowMs = 3_000;

export interface SendTools {
  client: GuardedClient;
  signer: DeliverySigner;
  random: () => number;
}

/** One attempt, as it will be recorded. It never fails. */
export interface Attempt extends AttemptResult {
  isGone: boolean;
  /** Our own proxy refused, so the receiver was not asked. */
  isOurs: boolean;
}

/** Sends a delivery once. The address is resolved now, and no other one is used. */
export async function sendDelivery(
  endpoint: EndpointRow,
  delivery: DeliveryRow,
  message: DeliveryMessage,
  connections: OpenConnections,
  { client, signer, random }: SendTools,
): Promise<Attempt> {
  const at = new Date();
  const startedMs = performance.now();
  const answer = await request(client, endpoint, {
    connections,
    body: message.body,
    headers: {
      accept: '*/*',
      'content-length': String(Buffer.byteLength(message.body)),
      ...deliveryHeaders(message.id, at, signer.sign(endpoint, { id: message.id, at, body: message.body })),
    },
  });
  const isSuccess = answer.status !== null && answer.status >= 200 && answer.status < 300;
  const waitMs = isSuccess
    ? null
    : nextTryMs(delivery.attempts + 1, parseRetryAfter(answer.retryAfter, Date.now()), random());
  return {
    delivery_id: delivery.delivery_id,
    status: isSuccess ? 'succeeded' : waitMs === null ? 'dead' : 'pending',
    due_at: waitMs === null ? null : new Date(Date.now() + waitMs).toISOString(),
    attempted_at: at.toISOString(),
    duration_ms: Math.round(performance.now() - startedMs),
    response_status: answer.status,
    response_start: answer.start,
    error: isSuccess ? null : answer.error,
    isGone: answer.status === 410,
    isOurs: answer.isOurs,
  };
}

interface Outcome {
  isOurs: boolean;
  status: number | null;
  retryAfter: string | null;
  start: string | null;
  error: string | null;
}

async function request(
  client: GuardedClient,
  { url }: EndpointRow,
  content: { body: string; headers: Record<string, string>; connections: OpenConnections },
): Promise<Outcome> {
  const nothing = { isOurs: false, status: null, retryAfter: null, start: null };
  try {
    const target = await client.choose(new URL(url));
    if (target.kind !== 'public')
      return {
        ...nothing,
        error:
          target.kind === 'private'
            ? 'The name leads to an address that is not public.'
            : 'The name could not be resolved.',
      };
    const answer = await client.send(target, {
      method: 'POST',
      timeoutMs: answerMsMax,
      bytesMax,
      ...content,
    });
    const isRedirect = answer.status >= 300 && answer.status < 400;
    return {
      isOurs: false,
      status: answer.status,
      retryAfter: answer.retryAfter,
      start: printable(answer.body),
      error: isRedirect
        ? 'Redirects are not followed. Enter the final address.'
        : `The receiver responded with ${answer.status}.`,
    };
  } catch (error) {
    return { ...nothing, isOurs: error instanceof ProxyRefusal, error: describe(error) };
  }
}

/** PostgreSQL stores no zero bytes. */
function printable(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8').replaceAll('\0', '');
}

function describe(error: unknown): string {
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return `The receiver did not respond within ${answerMsMax / 1_000} seconds.`;
  if (error instanceof ProxyRefusal)
    return `The proxy of this installation refused the connection (${error.status}).`;
  const { code } = error as { code?: string };
  return `The connection failed${code === undefined ? '' : ` (${code})`}.`;
}
