import { failingMsMax, pauseMs } from '#core/webhooks/delivery-schedule.ts';
import type { Db } from '../database.ts';
import { buildMessages, type MessageTools } from './build-messages.ts';
import {
  addLaterJob,
  cancelEnded,
  type DeliveryRow,
  type EndpointToServe,
  findEndpointToServe,
  findNextDue,
  type Health,
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
/** From this number of failures in a row, one delivery tries whether the endpoint is back. */
const failuresBeforeProbe = 5;

export interface DeliverTools extends SendTools, MessageTools {
  /** Tells its owners. */
  onDisabled: (endpoint: EndpointToServe, reason: 'gone' | 'failing') => Promise<void>;
}

/** Sends what is due to one endpoint, for some seconds. Enqueues its next run itself. */
export async function deliverToEndpoint(
  db: Db,
  endpointId: string,
  tools: DeliverTools,
  signal: AbortSignal,
): Promise<void> {
  const endMs = performance.now() + sliceMs;
  let isTidy = false;
  for (;;) {
    const endpoint = await findEndpointToServe(db, endpointId);
    if (endpoint === undefined) return;
    for (
      ;
      !isTidy && !signal.aborted;
      isTidy = (await cancelEnded(db, endpoint, cancelledAtOnce)) < cancelledAtOnce
    );
    if (!endpoint.is_enabled) return;
    if (endpoint.is_suspended)
      return addLaterJob(db, endpointId, 'deliver-troubled-webhooks', new Date(Date.now() + suspendedMs));
    const isPaused = endpoint.paused_until !== null && endpoint.paused_until.getTime() > Date.now();
    const isProbe = endpoint.failures >= failuresBeforeProbe;
    const due = isPaused || signal.aborted ? [] : await listDue(db, endpoint, isProbe ? 1 : dueAtOnce);
    if (due.length === 0 || performance.now() >= endMs) return scheduleNext(db, endpoint);
    const health = await serve(db, endpoint, due, tools, signal);
    if (health === null) return;
  }
}

/** Sends these deliveries, those of one code or project one after the other. Null: the endpoint was disabled. */
async function serve(
  db: Db,
  endpoint: EndpointToServe,
  due: DeliveryRow[],
  tools: DeliverTools,
  signal: AbortSignal,
): Promise<Health | null> {
  const messages = await buildMessages(db, due, tools);
  const attempts: Attempt[] = [];
  let { failures } = endpoint;
  const isStopped = () =>
    signal.aborted ||
    attempts.some(({ isGone }) => isGone) ||
    pauseMs(failures, 0.5) > 0 ||
    attempts.some(({ duration_ms }) => duration_ms > slowMs);
  const groups = [...Map.groupBy(due, ({ subject_id, delivery_id }) => subject_id ?? delivery_id).values()];
  const isProbe = failures >= failuresBeforeProbe;
  const work = async () => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift())
      for (const delivery of group) {
        if (isStopped() && !(isProbe && attempts.length === 0)) return;
        const message = messages.get(delivery.delivery_id);
        const attempt =
          message === undefined
            ? forgotten(delivery)
            : await sendDelivery(endpoint, delivery, message, tools);
        attempts.push(attempt);
        failures = attempt.status === 'succeeded' ? 0 : failures + 1;
      }
  };
  await Promise.all(Array.from({ length: requestsMax }, work));
  await recordAttempts(db, attempts);
  return noteHealth(db, endpoint, attempts, failures, tools);
}

async function noteHealth(
  db: Db,
  endpoint: EndpointToServe,
  attempts: Attempt[],
  failures: number,
  tools: DeliverTools,
): Promise<Health | null> {
  const now = Date.now();
  const failingSince = failures === 0 ? null : (endpoint.failing_since ?? new Date(now));
  const isFailing = failingSince !== null && now - failingSince.getTime() >= failingMsMax;
  const reason = attempts.some(({ isGone }) => isGone) ? 'gone' : isFailing ? 'failing' : null;
  if (reason !== null) {
    await db.transaction().execute((tx) => disableEndpoint(tx, endpoint.endpoint_id, reason));
    await tools.onDisabled(endpoint, reason);
    const ended = await findEndpointToServe(db, endpoint.endpoint_id);
    if (ended !== undefined) while ((await cancelEnded(db, ended, cancelledAtOnce)) === cancelledAtOnce);
    return null;
  }
  const pause = failures === 0 ? 0 : pauseMs(failures, tools.random());
  const health = { failures, failingSince, pausedUntil: pause === 0 ? null : new Date(now + pause) };
  const isSame = failures === endpoint.failures && failures === 0;
  if (!isSame) await updateHealth(db, endpoint.endpoint_id, health);
  return health;
}

/** The event is no longer kept. */
function forgotten(delivery: DeliveryRow): Attempt {
  return {
    delivery_id: delivery.delivery_id,
    status: 'dead',
    due_at: null,
    attempted_at: new Date().toISOString(),
    duration_ms: 0,
    response_status: null,
    response_start: null,
    error: 'What it was about is no longer kept.',
    isGone: false,
  };
}

/** At the next retry, but not before the pause is over. */
async function scheduleNext(db: Db, { endpoint_id: endpointId }: EndpointToServe): Promise<void> {
  const endpoint = await findEndpointToServe(db, endpointId);
  const next = await findNextDue(db, endpointId);
  if (endpoint === undefined || next === null) return;
  const at = new Date(Math.max(next.getTime(), endpoint.paused_until?.getTime() ?? 0));
  await addLaterJob(
    db,
    endpointId,
    endpoint.failures === 0 ? 'deliver-webhooks' : 'deliver-troubled-webhooks',
    at,
  );
}
