import { dayMs } from '#core/analytics/dimension.ts';
import { encodeEvent, type LedgerEvent } from '#core/ledger-record.ts';
import { localTime } from '#core/local-time.ts';
import type { DeviceClass } from '#core/rules/device-class.ts';
import type { RedirectRule } from '#core/rules/redirect-rule.ts';
import { factsOf, winningRule } from '#core/rules/winning-rule.ts';
import type { DemoCode } from './demo-codes.ts';

const timeZone = 'Europe/Berlin';

/** Scans of one UTC day, distributed over the hours like real traffic. */
export interface DemoDay {
  dayMs: number;
  untilMs: number;
  codes: (DemoCode & { qrId: string; sinceMs: number; scanRules: RedirectRule[] })[];
  scans: number;
  random: () => number;
}

const pickHour: Record<DemoCode['habit'], Picker<number>> = {
  meals: hourPicker([0, 0, 0, 0, 0, 0, 1, 5, 9, 8, 6, 9, 18, 17, 9, 6, 5, 5, 7, 9, 8, 4, 2, 1]),
  evening: hourPicker([1, 0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 5, 6, 5, 5, 6, 8, 12, 16, 17, 14, 9, 5, 2]),
  day: hourPicker([1, 0, 0, 0, 0, 1, 3, 7, 9, 8, 8, 9, 10, 9, 9, 10, 11, 12, 11, 8, 6, 4, 3, 2]),
};
const weekdayFactor = [0.8, 0.85, 0.9, 1, 1.2, 1.45, 1.1];
const pickCountry = picker<string>([
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
]);
/** What most people there prefer. */
const languages: Record<string, string> = {
  DE: 'de-DE',
  AT: 'de-AT',
  FR: 'fr-FR',
  NL: 'nl-NL',
  GB: 'en-GB',
  CH: 'de-CH',
  IT: 'it-IT',
  ES: 'es-ES',
  PL: 'pl-PL',
  DK: 'da-DK',
  JP: 'ja-JP',
  BR: 'pt-BR',
};
const pickAgent = picker<[DeviceClass, string, string]>([
  [['ios', 'Safari', 'iOS'], 48],
  [['android', 'Chrome', 'Android'], 36],
  [['android', 'Samsung Internet', 'Android'], 8],
  [['ios', 'Chrome', 'iOS'], 3],
  [['android', 'Firefox', 'Android'], 2],
  [['desktop', 'Chrome', 'Windows'], 1.5],
  [['desktop', 'Safari', 'macOS'], 1],
  [['desktop', 'Firefox', 'Linux'], 0.5],
]);
const pickReferrer = picker<string | null>([
  [null, 91],
  ['www.instagram.com', 4],
  ['l.facebook.com', 2],
  ['www.google.com', 2],
  ['t.co', 1],
]);

/** Chooses one of some values by weight. */
type Picker<Value> = (random: () => number) => Value;

function picker<Value>(from: readonly (readonly [Value, number])[]): Picker<Value> {
  const total = from.reduce((sum, [, weight]) => sum + weight, 0);
  return (random) => {
    let at = random() * total;
    for (const [value, weight] of from) {
      at -= weight;
      if (at < 0) return value;
    }
    return (from.at(-1) as readonly [Value, number])[0];
  };
}

function hourPicker(weights: number[]): Picker<number> {
  return picker(weights.map((weight, hour) => [hour, weight] as const));
}

export function demoEvents(day: DemoDay): LedgerEvent[] {
  const { random } = day;
  const pickPlace = picker(
    day.codes.map((code, index) => [index + 1, code.sinceMs < day.dayMs + dayMs ? code.weight : 0] as const),
  );
  const factor = weekdayFactor[localTime(timeZone, day.dayMs + dayMs / 2).weekday] ?? 1;
  const events: LedgerEvent[] = [];
  const nths = new Map<number, number>();
  for (let scan = 0; scan < day.scans * factor; scan++) {
    const place = pickPlace(random);
    const code = day.codes[place - 1];
    if (code === undefined || code.weight === 0) continue;
    const hour = pickHour[code.habit](random);
    const localOffsetMs = 3_600_000;
    const atMs = Math.floor(
      day.dayMs + (((hour * 3_600_000 - localOffsetMs + dayMs) % dayMs) + random() * 3_600_000),
    );
    if (atMs >= day.untilMs || atMs < code.sinceMs) continue;
    const nth = (nths.get(place) ?? 0) + 1;
    nths.set(place, nth);
    const [device, browser, system] = pickAgent(random);
    const country = random() < 0.01 ? null : pickCountry(random);
    // Some visitors return on the same day.
    const visitor = `v${Math.floor(random() * day.scans * 0.8)}`;
    const language = country === null ? null : (languages[country] ?? 'en-US');
    const rule = winningRule(code.scanRules, factsOf({ device, country, language }, timeZone, atMs));
    const facts = { scannedAtMs: atMs, country, language, device, browser, system, visitor };
    const referrerHost = pickReferrer(random);
    events.push(encodeEvent(place, nth, { ...facts, referrerHost, rule: rule === -1 ? null : rule + 1 }));
  }
  return events;
}
