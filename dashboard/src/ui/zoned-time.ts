import { zoneOffsetMs } from '#core/local-time.ts';

const dayMs = 86_400_000;

/**
 * `2027-01-31T18:00` in a time zone as an instant. For an hour that occurs twice, the first one; for one that is skipped, the time after the
 * change.
 */
export function instantOf(localText: string, timeZone: string): string {
  const local = Date.parse(`${localText}Z`);
  const offsets = [local - dayMs, local + dayMs].map((ms) => zoneOffsetMs(timeZone, ms));
  const candidates = offsets.map((offset) => local - offset).sort((a, b) => a - b);
  const exact = candidates.find((ms) => ms + zoneOffsetMs(timeZone, ms) === local);
  return new Date(exact ?? Math.max(...candidates)).toISOString();
}

export function localTextOf(instant: string | number, timeZone: string): string {
  const ms = new Date(instant).getTime();
  return new Date(ms + zoneOffsetMs(timeZone, ms)).toISOString().slice(0, 16);
}
