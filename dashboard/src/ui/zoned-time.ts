import { zoneOffsetMs } from '#core/local-time.ts';

const dayMs = 86_400_000;

/**
 * `2027-01-31T18:00` on a zone's clock as an instant. Of an hour that comes twice, the first; of one that is left out, what the clock shows
 * after it went on.
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
