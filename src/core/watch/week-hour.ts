import { zoneOffsetMs } from '../local-time.ts';
import { weekHours } from './scan-baseline.ts';

const hourMs = 3_600_000;

/** The hour of the week in a time zone; 0 is Monday at midnight. */
export function weekHourIn(timeZone: string): (hour: number) => number {
  return (hour) => {
    const local = Math.floor((hour * hourMs + zoneOffsetMs(timeZone, hour * hourMs)) / hourMs);
    // The epoch was a Thursday.
    return (((local + 3 * 24) % weekHours) + weekHours) % weekHours;
  };
}
