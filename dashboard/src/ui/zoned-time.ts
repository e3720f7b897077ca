import { zoneOffsetMs } from '#core/local-time.ts';

/** `2027-01-31T18:00` on a zone's clock as an instant. Of an hour that comes twice, the first. */
export function instantOf(localText: string, timeZone: string): string {
  const guess = Date.parse(`${localText}Z`);
  const first = guess - zoneOffsetMs(timeZone, guess);
  return new Date(guess - zoneOffsetMs(timeZone, first)).toISOString();
}

export function localTextOf(instant: string | number, timeZone: string): string {
  const ms = new Date(instant).getTime();
  return new Date(ms + zoneOffsetMs(timeZone, ms)).toISOString().slice(0, 16);
}
