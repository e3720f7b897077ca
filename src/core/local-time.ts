/** A moment in a time zone. */
export interface LocalTime {
  /** Days since 1970-01-01. */
  day: number;
  /** 0 is Monday. */
  weekday: number;
  minuteOfDay: number;
}

const dayMs = 24 * 60 * 60_000;

interface ZoneOffsets {
  formatter: Intl.DateTimeFormat;
  /** By days since 1970 in UTC; null if it changes on that day. */
  days: Map<number, number | null>;
}

const daysKept = 1_000;

/** One entry per zone; there are about 600. Formatters are slow, and an offset lasts for months. */
const zones = new Map<string, ZoneOffsets>();

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
    zone = { formatter: makeFormatter(timeZone), days: new Map() };
    zones.set(timeZone, zone);
  }
  const { formatter, days } = zone;
  const day = Math.floor(instantMs / dayMs);
  let offsetMs = days.get(day);
  if (offsetMs === undefined) {
    const first = readOffset(formatter, day * dayMs);
    offsetMs = first === readOffset(formatter, (day + 1) * dayMs) ? first : null;
    if (days.size >= daysKept) days.clear();
    days.set(day, offsetMs);
  }
  return offsetMs ?? readOffset(formatter, Math.floor(instantMs / 1_000) * 1_000);
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
