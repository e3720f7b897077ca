import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  baselineDays,
  isSurge,
  learnBaseline,
  quietAt,
  type ScanBaseline,
} from '#core/watch/scan-baseline.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { scaled } from '../support/measure/proof-scale.ts';

const hourMs = 3_600_000;
const years = scaled(100, 2);
const falseAlarmsMax = 1;
/** The first hour of the epoch is on a Thursday. */
const weekHourOf = (hour: number) => (hour + 72) % 168;

/** How busy a code is in an hour of the week. */
const weeks: Record<string, (hour: number) => number> = {
  always: () => 1,
  'by day': (hour) => (hour % 24 < 7 ? 0.05 : hour % 24 < 22 ? 1.5 : 0.2),
  office: (hour) => (hour >= 120 ? 0.02 : hour % 24 < 8 || hour % 24 > 18 ? 0.05 : 2),
  bar: (hour) => (hour % 24 > 17 || hour % 24 < 2 ? 2 : 0.1) * (hour >= 96 && hour < 144 ? 3 : 1),
};
interface World {
  /** How much days differ. */
  spread: number;
  /** Growth or decline of a year, as a logarithm. */
  trend: number;
  season: number;
  /** How many people scan together. */
  group: number;
}
const worlds: Record<string, World> = {
  steady: { spread: 0, trend: 0, season: 0, group: 1 },
  weather: { spread: 0.5, trend: 0, season: 0.3, group: 1 },
  wild: { spread: 0.8, trend: 0, season: 0.3, group: 3 },
  fading: { spread: 0.3, trend: -1.5, season: 0.2, group: 2 },
  growing: { spread: 0.3, trend: 1.5, season: 0.2, group: 2 },
};
const perWeek = [10, 20, 100, 1_000, 20_000];

/** Scans per hour of a year, after eight weeks to learn from. */
function generate(
  scansPerWeek: number,
  world: World,
  week: (hour: number) => number,
  random: () => number,
): number[] {
  const chance = chances(random);
  const shape = Array.from({ length: 168 }, (_, hour) => week(hour));
  const scale = scansPerWeek / shape.reduce((sum, part) => sum + part, 0);
  const phase = random() * 2 * Math.PI;
  let level = 1;
  return Array.from({ length: 24 * (365 + baselineDays) }, (_, hour) => {
    const year = hour / 8_760;
    if (hour % 24 === 0)
      level =
        (world.spread === 0 ? 1 : chance.gamma(1 / world.spread ** 2) * world.spread ** 2) *
        Math.exp(world.trend * (world.trend < 0 ? year : year - 1)) *
        (1 + world.season * Math.sin(2 * Math.PI * year + phase));
    const groups = chance.poisson((scale * (shape[weekHourOf(hour)] ?? 0) * level) / world.group);
    let scans = groups;
    for (let nth = 0; nth < groups; nth++) while (random() < 1 - 1 / world.group) scans += 1;
    return scans;
  });
}

function chances(random: () => number) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const poisson = (mean: number): number => {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    let [count, left] = [0, random()];
    for (const end = Math.exp(-mean); left > end; left *= random()) count += 1;
    return count;
  };
  /** Marsaglia and Tsang. */
  const gamma = (shape: number): number => {
    const [mean, width] = [shape - 1 / 3, 1 / Math.sqrt(9 * (shape - 1 / 3))];
    for (;;) {
      const at = normal();
      const cube = (1 + width * at) ** 3;
      if (cube > 0 && Math.log(random()) < 0.5 * at * at + mean - mean * cube + mean * Math.log(cube))
        return mean * cube;
    }
  };
  return { poisson, gamma };
}

/** Counts alarms hour by hour, with a baseline that is learned again every day. */
function watch(counts: readonly number[]): { quiet: number; surges: number; baseline: ScanBaseline | null } {
  let baseline: ScanBaseline | null = null;
  let [quiet, surges, last, isQuiet, surgeEnd] = [0, 0, -1, false, -1];
  let dueMs: number | null = null;
  const plan = () => (baseline === null || last < 0 ? null : quietAt(baseline, last * hourMs, weekHourOf));
  for (const [hour, count] of counts.entries()) {
    if (count > 0) [last, isQuiet] = [hour, false];
    if (hour < baselineDays * 24) continue;
    if (hour % 24 === 0) {
      const firstHour = hour - baselineDays * 24;
      baseline = learnBaseline({ firstHour, counts: counts.slice(firstHour, hour), weekHourOf });
      dueMs = plan();
    }
    if (count > 0) dueMs = plan();
    if (baseline === null) continue;
    if (!isQuiet && dueMs !== null && (hour + 1) * hourMs >= dueMs) {
      isQuiet = true;
      quiet += 1;
    }
    if (hour > surgeEnd && isSurge(baseline, count, baseline.hours[weekHourOf(hour)] ?? 0)) {
      surges += 1;
      surgeEnd = hour + 24;
    }
  }
  return { quiet, surges, baseline };
}

for (const [name, world] of Object.entries(worlds))
  test(`in ${years} generated years of each kind of code in a ${name} world, at most ${falseAlarmsMax} alarm per code and year is false`, (t) => {
    const random = seededRandom(name.length);
    for (const scans of perWeek) {
      const rates: string[] = [];
      const delays: number[] = [];
      for (const [kind, week] of Object.entries(weeks)) {
        let [quiet, surges] = [0, 0];
        for (let year = 0; year < years; year++) {
          const counts = generate(scans, world, week, random);
          const found = watch(counts);
          quiet += found.quiet;
          surges += found.surges;
          const silentMs = found.baseline && quietAt(found.baseline, counts.length * hourMs, weekHourOf);
          if (silentMs !== null) delays.push(silentMs / hourMs - counts.length);
        }
        rates.push(`${kind} ${(quiet / years).toFixed(2)} + ${(surges / years).toFixed(2)}`);
        const rate = (quiet + surges) / years;
        assert.ok(rate <= falseAlarmsMax, `${rate} with ${scans} scans per week, ${kind}`);
      }
      const delay = delays.sort((a, b) => a - b)[Math.floor(delays.length / 2)];
      t.diagnostic(
        `${scans} scans per week: silences + surges per year: ${rates.join(', ')}; ` +
          (delay === undefined ? 'too few scans to watch' : `silence is noticed after ${delay} hours`),
      );
    }
  });

test('silence and a surge are noticed', () => {
  const random = seededRandom(3);
  const counts = generate(
    1_000,
    worlds['weather'] as World,
    weeks['by day'] as (hour: number) => number,
    random,
  );
  const silent = counts.map((count, hour) => (hour >= counts.length - 7 * 24 ? 0 : count));
  assert.equal(watch(silent).quiet, watch(counts).quiet + 1);
  const noon = counts.length - 36;
  const surging = counts.map((count, hour) => (hour === noon ? 300 : count));
  assert.equal(watch(surging).surges, watch(counts).surges + 1);
});

test('without enough days or scans, there is no baseline', () => {
  const counts = (days: number, each: number) => Array<number>(days * 24).fill(each);
  assert.equal(learnBaseline({ firstHour: 0, counts: counts(13, 5), weekHourOf }), null);
  assert.equal(learnBaseline({ firstHour: 0, counts: counts(56, 0), weekHourOf }), null);
  assert.ok(learnBaseline({ firstHour: 0, counts: counts(14, 5), weekHourOf }) !== null);
});
