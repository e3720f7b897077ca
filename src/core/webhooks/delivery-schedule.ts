const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** After the first try. */
const retriesMs = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
const retryAfterMsMax = 24 * hour;
const jitter = 0.2;

/** An endpoint with nothing but failures for so long is disabled. */
export const failingMsMax = 5 * 24 * hour;

/**
 * How long to wait before the next try of a delivery.
 * @param attempts tries so far, at least one.
 * @param retryAfterMs what the receiver asked for.
 * @param random from 0 to 1, so that many deliveries don't come back at the same moment.
 * @returns null: it was the last one.
 */
export function nextTryMs(attempts: number, retryAfterMs: number | null, random: number): number | null {
  const delay = retriesMs[attempts - 1];
  if (delay === undefined) return null;
  const spread = Math.round(delay * (1 - jitter + 2 * jitter * random));
  return Math.max(spread, Math.min(retryAfterMs ?? 0, retryAfterMsMax));
}

/** The header Retry-After, in seconds or as a date. Null: there is none that can be read. */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * second;
  const dateMs = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

/** From this number of failures in a row, the whole endpoint pauses. */
const failuresBeforePause = 5;
const pauseMsMin = 5 * second;
const pauseMsMax = 10 * minute;

/** How long nothing is sent to an endpoint, so that a dead one costs little. 0: it doesn't pause. */
export function pauseMs(failures: number, random: number): number {
  if (failures < failuresBeforePause) return 0;
  const pause = Math.min(pauseMsMin * 2 ** Math.min(failures - failuresBeforePause, 20), pauseMsMax);
  return Math.round(pause * (1 - jitter + 2 * jitter * random));
}
