import { accept, refuseField } from '../parsed.ts';
import type { RuleCondition, ScanFacts } from './condition.ts';
import { splitPeriod, splitSequence } from './split-sequence.ts';

/** A share of all scans. Rules that follow one another share 100 percent. */
export interface Split {
  percent: number;
  /** By visitor and day, instead of by scan. */
  sticky: boolean;
  /** The percents of all rules that it shares with, and its place among them. */
  run: readonly number[];
  place: number;
}

export const splitCondition: RuleCondition<Split> = {
  label: 'Share of scans',
  summary:
    'A share of all scans, evenly spread by their numbers and never off by more than one scan. Split rules that follow one another take adjacent shares, together at most 100. With `sticky`, a visitor gets the same share for a day.',
  isCombinable: true,
  fields: {
    percent: {
      label: 'Percent',
      schema: { type: 'integer', minimum: 1, maximum: 100, example: 50 },
      control: 'number',
      initial: 50,
    },
    sticky: {
      label: 'Same page for a visitor all day',
      schema: {
        type: 'boolean',
        description:
          'Decided by the visitor instead of the scan, for one day (UTC). The shares are then about right, not exact. Without it: false.',
      },
      control: 'switch',
      isOptional: true,
      initial: false,
    },
  },
  parse(source, nameOf) {
    const { percent, sticky = false } = source;
    if (typeof percent !== 'number' || !Number.isInteger(percent) || percent < 1 || percent > 100)
      return refuseField(nameOf('percent'), 'must be a whole number from 1 to 100.');
    if (typeof sticky !== 'boolean') return refuseField(nameOf('sticky'), 'must be true or false.');
    return accept({ percent, sticky, run: [percent], place: 0 });
  },
  format: ({ percent, sticky }) => ({ percent, sticky }),
  matches: holds,
  describe: ({ percent, sticky }) => `${percent}% of ${sticky ? 'visitors' : 'scans'}`,
  explain(split, facts) {
    const { sticky } = split;
    const isKnown = (sticky ? facts.share : facts.slot) !== null;
    const subject = sticky ? 'This visitor' : 'This scan';
    if (!isKnown) return `${subject} is not known, so no share is decided.`;
    return `${subject} ${holds(split, facts) ? 'belongs' : "doesn't belong"} to its ${split.percent}%.`;
  },
  cases: (splits) =>
    placesToTell(splits.filter(({ sticky }) => !sticky)).flatMap((slot) =>
      placesToTell(splits.filter(({ sticky }) => sticky)).map((share) => ({ slot, share })),
    ),
};

function holds(split: Split, { slot, share }: Pick<ScanFacts, 'slot' | 'share'>): boolean {
  const place = split.sticky ? share : slot;
  return place !== null && shareAt(split, place) === split.place;
}

/** Visitors are in any order, so adjacent shares need no spreading. */
function shareAt({ sticky, run }: Split, place: number): number {
  if (!sticky) return splitSequence(run)[place] ?? -1;
  let end = 0;
  return run.findIndex((percent) => {
    end += percent;
    return place < end;
  });
}

/** One place for each combination of splits that hold. */
function placesToTell(splits: readonly Split[]): (number | null)[] {
  if (splits.length === 0) return [null];
  const told = new Map<string, number>();
  for (let place = 0; place < splitPeriod; place++) {
    const key = splits.map((split) => Number(shareAt(split, place) === split.place)).join('');
    if (!told.has(key)) told.set(key, place);
  }
  return [...told.values()];
}
