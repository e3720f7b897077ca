import { dayMs } from '#core/analytics/dimension.ts';
import type { LedgerEvent } from '#core/analytics/tally-scans.ts';
import { localTime } from '#core/local-time.ts';
import type { DemoCode } from './demo-codes.ts';

const timeZone = 'Europe/Berlin';

/** Scans of one UTC day, hour by hour as people live. */
export interface DemoDay {
  dayMs: number;
  untilMs: number;
  codes: (DemoCode & { qrId: string; sinceMs: number })[];
  scans: number;
  random: () => number;
}

const hours: Record<DemoCode['habit'], number[]> = {
  meals: [0, 0, 0, 0, 0, 0, 1, 5, 9, 8, 6, 9, 18, 17, 9, 6, 5, 5, 7, 9, 8, 4, 2, 1],
  evening: [1, 0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 5, 6, 5, 5, 6, 8, 12, 16, 17, 14, 9, 5, 2],
  day: [1, 0, 0, 0, 0, 1, 3, 7, 9, 8, 8, 9, 10, 9, 9, 10, 11, 12, 11, 8, 6, 4, 3, 2],
};
const weekdayFactor = [0.8, 0.85, 0.9, 1, 1.2, 1.45, 1.1];
const countries: [string, number][] = [
  ['DE', 52],
  ['AT', 9],
  ['FR', 9],
  ['NL', 6],
  ['GB', 5],
  ['CH', 4],
  ['US', 4],
  ['IT', 3],
  ['ES', 3],
  ['PL', 2],
  ['DK', 1.5],
  ['JP', 0.8],
  ['CA', 0.7],
  ['AU', 0.5],
  ['BR', 0.5],
];
const agents: [[string, string, string], number][] = [
  [['ios', 'Safari', 'iOS'], 48],
  [['android', 'Chrome', 'Android'], 36],
  [['android', 'Samsung Internet', 'Android'], 8],
  [['ios', 'Chrome', 'iOS'], 3],
  [['android', 'Firefox', 'Android'], 2],
  [['desktop', 'Chrome', 'Windows'], 1.5],
  [['desktop', 'Safari', 'macOS'], 1],
  [['desktop', 'Firefox', 'Linux'], 0.5],
];
const referrers: [string | null, number][] = [
  [null, 91],
  ['www.instagram.com', 4],
  ['l.facebook.com', 2],
  ['www.google.com', 2],
  ['t.co', 1],
];

export function demoEvents(day: DemoDay): LedgerEvent[] {
  const { random } = day;
  const pick = <Value>(from: readonly (readonly [Value, number])[]): Value => {
    let at = random() * from.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of from) {
      at -= weight;
      if (at < 0) return value;
    }
    return (from.at(-1) as readonly [Value, number])[0];
  };
  const places = day.codes.map(
    (code, index) => [index + 1, code.sinceMs < day.dayMs + dayMs ? code.weight : 0] as const,
  );
  const factor = weekdayFactor[localTime(timeZone, day.dayMs + dayMs / 2).weekday] ?? 1;
  const events: LedgerEvent[] = [];
  const nths = new Map<number, number>();
  for (let scan = 0; scan < day.scans * factor; scan++) {
    const place = pick(places);
    const code = day.codes[place - 1];
    if (code === undefined || code.weight === 0) continue;
    const hour = pick(hours[code.habit].map((weight, index) => [index, weight] as const));
    const localOffsetMs = 3_600_000;
    const atMs = Math.floor(
      day.dayMs + (((hour * 3_600_000 - localOffsetMs + dayMs) % dayMs) + random() * 3_600_000),
    );
    if (atMs >= day.untilMs || atMs < code.sinceMs) continue;
    const nth = (nths.get(place) ?? 0) + 1;
    nths.set(place, nth);
    const [device, browser, system] = pick(agents);
    const country = random() < 0.01 ? null : pick(countries);
    // A few guests come back on the same day.
    const visitor = `v${Math.floor(random() * day.scans * 0.8)}`;
    const rule = demoRule(code, atMs, device, country);
    events.push([place, nth, atMs, country, device, browser, system, pick(referrers), visitor, rule]);
  }
  return events;
}

/** Which of its rules the scan met. */
function demoRule(code: DemoCode, atMs: number, device: string, country: string | null): number | null {
  const { weekday, minuteOfDay } = localTime(timeZone, atMs);
  const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const minute = (time: unknown) => Number(String(time).slice(0, 2)) * 60 + Number(String(time).slice(3));
  const index = (code.rules ?? []).findIndex((rule) => {
    if (rule['condition'] === 'schedule')
      return (
        (rule['schedule_days'] as string[]).includes(names[weekday] ?? '') &&
        minuteOfDay >= minute(rule['schedule_start']) &&
        minuteOfDay < minute(rule['schedule_end'])
      );
    const values = [rule['value'], rule['value2']].filter((value) => value !== undefined);
    return values.every((value) => value === device || value === country);
  });
  return index === -1 ? null : index + 1;
}
