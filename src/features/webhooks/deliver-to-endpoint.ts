import type { DeliveryMessage } from '#core/webhooks/delivery-body.ts';
import { failingMsMax, pauseMs } from '#core/webhooks/delivery-schedule.ts';
import { wantsEvent } from '#core/webhooks/wants-event.ts';
import { OpenConnections } from '#platform/open-connections.ts';
import type { Db } from '../database.ts';
import { buildMessages, type MessageTools } from './build-messages.ts';
import {
  addLaterJob,
  cancelEnded,
  type DeliveryRow,
  type EndpointToServe,
  endDeliveries,
  findEndpointToServe,
  findNextDue,
  type Lane,
  listDue,
  recordAttempts,
  updateHealth,
} from './delivery-queries.ts';
import { disableEndpoint } from './endpoint-queries.ts';
import { type Attempt, type SendTools, sendDelivery, slowMs } from './send-delivery.ts';

const dueAtOnce = 100;
/** Requests to one endpoint at a time. */
const requestsMax = 10;
/** Then others get their turn. */
const sliceMs = 5_000;
const cancelledAtOnce = 5_000;
const suspendedMs = 60_000;
const slowMax = 10_000;
const rereadMs = 50;
/** From this number of failures in a row, one delivery tries whether the endpoint is back. */
const failuresBeforeProbe = 5;

export interface DeliverTools extends SendTools, MessageTools {
  /** Endpoints that respond, but slowly. They are served like troubled ones, so that they hold up no others. */
  slow: Set<string>;
  /** Tells its owners. */
  onDisabled: (endpoint: EndpointToServe, reason: 'gone' | 'failing') => Promise<void>;
}

/** Sends what is due to one endpoint, for some seconds. Enqueues its next run itself. */
export async function deliverToEndpoint(
  db: Db,
  endpointId: string,
  lane: Lane,
  tools: DeliverTools,
  signal: AbortSignal,
): Promise<void> {
  const connections = new OpenConnections(requestsMax);
  try {
    await deliverOn(db, connections, endpointId, lane, tools, signal);
  } finally {
    connections.close();
  }
}

async function deliverOn(
  db: Db,
  connections: OpenConnections,
  endpointId: string,
  lane: Lane,
  tools: DeliverTools,
  signal: AbortSignal,
): Promise<void> {
  const isMisplaced = () => lane === 'deliver-webhooks' && tools.slow.has(endpointId);
  if (isMisplaced()) return addLaterJob(db, endpointId, 'deliver-troubled-webhooks', new Date());
  const endMs = performance.now() + sliceMs;
  let isTidy = false;
  for (;;) {
    const endpoint = await findEndpointToServe(db, endpointId);
    if (endpoint === undefined) return;
    if (!isTidy) await cancelAllEnded(db, endpoint, signal);
    isTidy = true;
    if (!endpoint.is_enabled) return;
    if (endpoint.is_suspended)
      return addLaterJob(db, endpointId, 'deliver-troubled-webhooks', new Date(Date.now() + suspendedMs));
    const isPaused = endpoint.paused_until !== null && endpoint.paused_until.getTime() > Date.now();
    const isProbe = endpoint.failures >= failuresBeforeProbe;
    const due = isPaused || signal.aborted ? [] : await listDue(db, endpoint, isProbe ? 1 : dueAtOnce);
    if (due.length === 0 || performance.now() >= endMs || isMisplaced())
      return scheduleNext(db, endpoint, tools);
    if (!(await serve(db, endpoint, due, connections, tools, signal))) return;
  }
}

/** Sends these deliveries, those of one code or project one after the other. False: the endpoint was disabled. */
async function serve(
  db: Db,
  endpoint: EndpointToServe,
  due: DeliveryRow[],
  connections: OpenConnections,
  tools: DeliverTools,
  signal: AbortSignal,
): Promise<boolean> {
  const sendable = await endUnsendable(
    db,
    endpoint,
    due,
    await buildMessages(db, due, tools, endpoint.reads_scans),
  );
  if (sendable.length === 0) return true;
  const attempts: Attempt[] = [];
  let { failures } = endpoint;
  let hasFailed = false;
  const isStopped = () =>
    hasFailed ||
    signal.aborted ||
    attempts.some(({ isGone }) => isGone) ||
    pauseMs(failures, 0.5) > 0 ||
    attempts.some(({ duration_ms }) => duration_ms > slowMs);
  const groups = [
    ...Map.groupBy(sendable, ({ delivery }) => delivery.subject_id ?? delivery.delivery_id).values(),
  ];
  const isProbe = failures >= failuresBeforeProbe;
  // A rotated secret and a changed address count at once, not with the next round.
  let [latest, readMs] = [endpoint, Number.NEGATIVE_INFINITY];
  const readAgain = async () => {
    if (performance.now() - readMs < rereadMs) return latest;
    readMs = performance.now();
    latest = (await findEndpointToServe(db, endpoint.endpoint_id)) ?? latest;
    return latest;
  };
  const work = async () => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift())
      for (const { delivery, message } of group) {
        if (isStopped() && !(isProbe && attempts.length === 0)) return;
        const current = await readAgain();
        if (!current.is_enabled) return;
        const attempt = await sendDelivery(current, delivery, message, connections, tools);
        attempts.push(attempt);
        failures = attempt.status === 'succeeded' ? 0 : failures + 1;
      }
  };
  // If the database fails, the others finish their request: it was sent, and is recorded.
  const ended = await Promise.allSettled(
    Array.from({ length: requestsMax }, () =>
      work().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    ),
  );
  await recordAttempts(db, attempts);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  noteSpeed(endpoint, attempts, tools);
  return noteHealth(db, endpoint, { attempts, failures }, tools, signal);
}

function noteSpeed({ endpoint_id: id }: EndpointToServe, attempts: Attempt[], { slow }: DeliverTools): void {
  if (attempts.length === 0) return;
  slow.delete(id);
  if (attempts.some(({ duration_ms }) => duration_ms > slowMs)) slow.add(id);
  // The one that was noted first is forgotten.
  const [oldest] = slow;
  if (slow.size > slowMax && oldest !== undefined) slow.delete(oldest);
}

/** Those of a disabled endpoint that are left are ended by its next job. */
async function cancelAllEnded(db: Db, endpoint: EndpointToServe, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await cancelEnded(db, endpoint, cancelledAtOnce)) === cancelledAtOnce);
}

async function noteHealth(
  db: Db,
  endpoint: EndpointToServe,
  { attempts, failures }: { attempts: Attempt[]; failures: number },
  tools: DeliverTools,
  signal: AbortSignal,
): Promise<boolean> {
  const now = Date.now();
  // What our own proxy refuses must not disable an endpoint.
  const isTheirs = attempts.some(({ status, isOurs }) => status !== 'succeeded' && !isOurs);
  const failingSince = failures === 0 ? null : (endpoint.failing_since ?? (isTheirs ? new Date(now) : null));
  const isFailing = failingSince !== null && now - failingSince.getTime() >= failingMsMax;
  const reason = attempts.some(({ isGone }) => isGone) ? 'gone' : isFailing ? 'failing' : null;
  if (reason !== null) {
    await db.transaction().execute((tx) => disableEndpoint(tx, endpoint.endpoint_id, reason));
    await tools.onDisabled(endpoint, reason);
    const ended = await findEndpointToServe(db, endpoint.endpoint_id);
    if (ended !== undefined) await cancelAllEnded(db, ended, signal);
    return false;
  }
  const pause = failures === 0 ? 0 : pauseMs(failures, tools.random());
  const health = { failures, failingSince, pausedUntil: pause === 0 ? null : new Date(now + pause) };
  const isSame = failures === endpoint.failures && failures === 0;
  if (!isSame) await updateHealth(db, endpoint.endpoint_id, health);
  return true;
}

interface Sendable {
  delivery: DeliveryRow;
  message: DeliveryMessage;
}

/** Ends what can't be sent. Nobody is asked, so the endpoint has not failed. */
async function endUnsendable(
  db: Db,
  endpoint: EndpointToServe,
  due: DeliveryRow[],
  messages: Map<string, DeliveryMessage>,
): Promise<Sendable[]> {
  const sendable: Sendable[] = [];
  const forgotten: string[] = [];
  const unwanted: string[] = [];
  for (const delivery of due) {
    const message = messages.get(delivery.delivery_id);
    if (message === undefined) forgotten.push(delivery.delivery_id);
    else if (message.subject !== null && !wantsEvent(endpoint, message.subject))
      unwanted.push(delivery.delivery_id);
    else sendable.push({ delivery, message });
  }
  await endDeliveries(db, forgotten, 'dead', 'What it was about is no longer kept.');
  await endDeliveries(db, unwanted, 'cancelled', 'The endpoint no longer gets this.');
  return sendable;
}

/** At the next retry, but not before the pause is over. */
async function scheduleNext(
  db: Db,
  { endpoint_id: endpointId }: EndpointToServe,
  { slow }: DeliverTools,
): Promise<void> {
  const endpoint = await findEndpointToServe(db, endpointId);
  const next = await findNextDue(db, endpointId);
  if (endpoint === undefined || next === null) return;
  const at = new Date(Math.max(next.getTime(), endpoint.paused_until?.getTime() ?? 0));
  await addLaterJob(
    db,
    endpointId,
    endpoint.failures === 0 && !slow.has(endpointId) ? 'deliver-webhooks' : 'deliver-troubled-webhooks',
    at,
  );
}
