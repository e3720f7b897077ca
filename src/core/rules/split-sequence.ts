/** After so many scans, every share of whole percents is met exactly. */
export const splitPeriod = 100;

const sequences = new WeakMap<readonly number[], readonly number[]>();

/**
 * Which share each of 100 scans belongs to, as an index; -1 for none. At no point is a share off by more than one scan.
 * @param percents of shares that together are at most 100.
 */
export function splitSequence(percents: readonly number[]): readonly number[] {
  const known = sequences.get(percents);
  if (known !== undefined) return known;
  const sequence = makeSequence(percents);
  sequences.set(percents, sequence);
  return sequence;
}

/**
 * The scan x of a share of p percent belongs between the scans (x - 1) × 100 / p and x × 100 / p of all. Of the shares whose next scan may
 * come now, the one goes first that has the least time left.
 */
function makeSequence(percents: readonly number[]): number[] {
  const rest = splitPeriod - percents.reduce((sum, percent) => sum + percent, 0);
  const shares = [...percents, rest].map((percent, index) => ({
    percent,
    index: index === percents.length ? -1 : index,
    given: 0,
  }));
  return Array.from({ length: splitPeriod }, (_, scan) => {
    const open = shares.filter(({ percent, given }) => (scan + 1) * percent > given * splitPeriod);
    const next = open.toSorted((first, second) => deadline(first) - deadline(second))[0];
    if (next === undefined) throw new Error('all shares together are 100 percent');
    next.given += 1;
    return next.index;
  });
}

function deadline({ percent, given }: { percent: number; given: number }): number {
  return Math.ceil(((given + 1) * splitPeriod) / percent);
}
