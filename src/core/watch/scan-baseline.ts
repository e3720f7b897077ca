/** What is usual for a code, learned from its scans. Hours of the week are local; the first is Monday at midnight. */
export interface ScanBaseline {
  /** Expected scans in each hour of the week. */
  hours: number[];
  /** Silence means something once this many scans are missing. */
  quietLimit: number;
  /** An hour means something with this many times what is usual. */
  surgeRatio: number;
}

export const weekHours = 168;
const hourMs = 3_600_000;
/** How far back it looks, and how much it needs. */
export const baselineDays = 56;
const daysMin = 14;
export const scansMin = 100;

/** Hours like this one on other days count as this many weeks: with few scans, single hours say little. */
const smoothing = 4;
/** More than the longest silence so far, much more if days differ much, and what chance alone brings less than once in twenty years. */
const quietFactor = 1.7;
const unsteadyFactor = 1.5;
const quietMargin = 1;
/** A coming day may be much less busy than the least busy one so far, apart from chance. */
const calmerDay = 0.6;
const chanceErrors = 2.5;
/** People come in groups. With many scans, that no longer matters. */
const clusteringMax = 2.5;
/** The usual number itself is not known exactly. */
const rateError = 1;
/** Well above the highest hour so far, seen without itself. */
const surgeFactor = 2;
const surgeRatioMin = 4;
/** So that one scan at night is no surge. */
export const surgeOffset = 3;
export const surgeScansMin = 12;

/** Scans per whole hour, oldest first. */
export interface HourCounts {
  firstHour: number;
  counts: readonly number[];
  /** The hour of the week, by hours since 1970 in UTC. */
  weekHourOf: (hour: number) => number;
}

/** Null while there are too few scans or days to know what is usual. */
export function learnBaseline({ firstHour, counts: all, weekHourOf }: HourCounts): ScanBaseline | null {
  // Silence that lasts until now is what we look for, not what is usual.
  const counts = all.slice(0, all.findLastIndex((count) => count > 0) + 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (counts.length < daysMin * 24 || total < scansMin) return null;
  const slots = counts.map((_, index) => weekHourOf(firstHour + index));
  const sums = Array<number>(weekHours).fill(0);
  const weeks = Array<number>(weekHours).fill(0);
  for (const [index, slot] of slots.entries()) {
    sums[slot] = (sums[slot] ?? 0) + (counts[index] ?? 0);
    weeks[slot] = (weeks[slot] ?? 0) + 1;
  }
  const similar = meansOfSimilar(sums, weeks);
  const expect = (slot: number, left = 0) => {
    const [sum = 0, seen = 0, mean = 0] = [sums[slot], weeks[slot], similar[slot]];
    return (sum - left + smoothing * mean) / (seen - Number(left > 0) + smoothing);
  };
  const hours = sums.map((_, slot) => expect(slot));
  let ratio = surgeRatioMin;
  for (const [index, slot] of slots.entries()) {
    const count = counts[index] ?? 0;
    if (count >= surgeScansMin / 2)
      ratio = Math.max(ratio, (surgeFactor * count) / (expect(slot, count) + surgeOffset));
  }
  const scansPerYear = (total / counts.length) * 24 * 365;
  // Fewer scans lately: silence says less. More of them: so does a full hour.
  const lately = recentScale(counts, slots, hours);
  return {
    hours: hours.map((scans) => scans * Math.min(1, lately)),
    quietLimit:
      (1 + rateError / Math.sqrt(total)) *
      Math.max(
        (quietFactor + unsteadyFactor * unsteadiness(counts, slots, hours)) *
          longestGap(counts, slots, hours),
        ((Math.log(Math.max(1, scansPerYear)) + quietMargin) * clustering(counts, slots, hours)) /
          calmestDay(counts, slots, hours),
      ),
    surgeRatio: (ratio * Math.max(1, lately)) / Math.min(1, lately),
  };
}

/** The mean of the same hour on all working days, or on both days of the weekend. */
function meansOfSimilar(sums: readonly number[], weeks: readonly number[]): number[] {
  const meanOf = (slots: number[]) => {
    const seen = slots.reduce((sum, slot) => sum + (weeks[slot] ?? 0), 0);
    return seen === 0 ? 0 : slots.reduce((sum, slot) => sum + (sums[slot] ?? 0), 0) / seen;
  };
  return sums.map((_, slot) => {
    const hour = slot % 24;
    const days = slot < 5 * 24 ? [0, 1, 2, 3, 4] : [5, 6];
    return meanOf(days.map((day) => day * 24 + hour));
  });
}

/** The last two weeks, compared with all. */
function recentScale(counts: readonly number[], slots: readonly number[], hours: readonly number[]): number {
  const from = Math.max(0, counts.length - daysMin * 24);
  let [seen, expected] = [0, 0];
  for (let index = from; index < counts.length; index++) {
    seen += counts[index] ?? 0;
    expected += hours[slots[index] ?? 0] ?? 0;
  }
  return expected === 0 ? 1 : Math.max(0.05, seen / expected);
}

/** Per day: the scans, and how many were expected. */
function* daysOf(
  counts: readonly number[],
  slots: readonly number[],
  hours: readonly number[],
): Generator<{ seen: number; expected: number }> {
  for (let start = 0; start + 24 <= counts.length; start += 24) {
    const day = { seen: 0, expected: 0 };
    for (let index = start; index < start + 24; index++) {
      day.seen += counts[index] ?? 0;
      day.expected += hours[slots[index] ?? 0] ?? 0;
    }
    yield day;
  }
}

/** How much days differ from what is usual, beyond chance: 0 for scans that come independently, 1 if a day often has none or twice as many. */
function unsteadiness(...history: Parameters<typeof daysOf>): number {
  let [squares, chance, level] = [0, 0, 0];
  for (const { seen, expected } of daysOf(...history)) {
    squares += (seen - expected) ** 2;
    chance += expected;
    level += expected ** 2;
  }
  return level === 0 ? 0 : Math.sqrt(Math.max(0, squares - chance) / level);
}

/** How many scans come together: 1 if they are independent. */
function clustering(counts: readonly number[], slots: readonly number[], hours: readonly number[]): number {
  let [squares, chance] = [0, 0];
  for (const [index, count] of counts.entries()) {
    const expected = hours[slots[index] ?? 0] ?? 0;
    squares += (count - expected) ** 2;
    chance += expected;
  }
  return Math.min(clusteringMax, Math.max(1, squares / chance));
}

/** How busy a calm day may be, compared with what is usual. */
function calmestDay(...history: Parameters<typeof daysOf>): number {
  let least = 1;
  for (const { seen, expected } of daysOf(...history))
    least = Math.min(least, (seen + chanceErrors * Math.sqrt(seen) + chanceErrors) / Math.max(1, expected));
  return least * calmerDay;
}

/** The most scans that were expected between two scans, in whole hours without any. */
function longestGap(counts: readonly number[], slots: readonly number[], hours: readonly number[]): number {
  let [longest, gap, began] = [0, 0, false];
  for (const [index, count] of counts.entries()) {
    if (count > 0) [gap, began] = [0, true];
    else if (began) {
      gap += hours[slots[index] ?? 0] ?? 0;
      longest = Math.max(longest, gap);
    }
  }
  return longest;
}

/** How long silence may last before it means something: as far as this is looked ahead. */
const quietHoursMax = 60 * 24;

/** The end of the hour in which enough scans are missing; null if that takes months. */
export function quietAt(
  { hours, quietLimit }: ScanBaseline,
  lastScanMs: number,
  weekHourOf: (hour: number) => number,
): number | null {
  const first = Math.floor(lastScanMs / hourMs) + 1;
  let missing = 0;
  for (let hour = first; hour < first + quietHoursMax; hour++) {
    missing += hours[weekHourOf(hour)] ?? 0;
    if (missing >= quietLimit) return (hour + 1) * hourMs;
  }
  return null;
}

/** How many scans between two times would be usual. */
export function expectedScans(
  { hours }: Pick<ScanBaseline, 'hours'>,
  fromMs: number,
  untilMs: number,
  weekHourOf: (hour: number) => number,
): number {
  let sum = 0;
  for (let hour = Math.floor(fromMs / hourMs); hour * hourMs < untilMs; hour++) {
    const part = Math.min(untilMs, (hour + 1) * hourMs) - Math.max(fromMs, hour * hourMs);
    sum += ((hours[weekHourOf(hour)] ?? 0) * part) / hourMs;
  }
  return sum;
}

/** Whether the scans of an hour are many more than usual. */
export function isSurge({ surgeRatio }: ScanBaseline, scans: number, expected: number): boolean {
  return scans >= surgeScansMin && scans >= surgeRatio * (expected + surgeOffset);
}
