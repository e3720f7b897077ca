/** A moment in a time zone. */
export interface LocalTime {
  /** Days since 1970-01-01. */
  day: number;
  /** 0 is Monday. */
  weekday: number;
  minuteOfDay: number;
}

const quarterHourMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

interface ZoneOffset {
  formatter: Intl.DateTimeFormat;
  offsetMs: number;
  fromMs: number;
  untilMs: number;
}

/** One entry per zone; there are about 600. Formatters are expensive to create, and an offset lasts at least a quarter of an hour. */
const zones = new Map<string, ZoneOffset>();

export function localTime(timeZone: string, instantMs: number): LocalTime {
  const localMs = instantMs + zoneOffsetMs(timeZone, instantMs);
  const day = Math.floor(localMs / dayMs);
  // The epoch was a Thursday.
  return {
    day,
    weekday: (((day + 3) % 7) + 7) % 7,
    minuteOfDay: Math.floor((localMs - day * dayMs) / 60_000),
  };
}

/** Offset of a time zone from UTC at an instant. */
export function zoneOffsetMs(timeZone: string, instantMs: number): number {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    zone = { formatter: makeFormatter(timeZone), offsetMs: 0, fromMs: 0, untilMs: 0 };
    zones.set(timeZone, zone);
  }
  if (instantMs < zone.fromMs || instantMs >= zone.untilMs) {
    // Every zone changes its offset at a full quarter of an hour.
    zone.fromMs = Math.floor(instantMs / quarterHourMs) * quarterHourMs;
    zone.untilMs = zone.fromMs + quarterHourMs;
    zone.offsetMs = readOffset(zone.formatter, zone.fromMs);
  }
  return zone.offsetMs;
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

function readOffset(formatter: Intl.DateTimeFormat, instantMs: number): number {
  const parts = new Map(formatter.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  // The year is set separately, because Date.UTC takes 2 for 1902.
  const shown = new Date(Date.UTC(2000, 0, 1, part('hour'), part('minute'), part('second')));
  shown.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  return shown.getTime() - instantMs;
}
