/** Scans of one code that are delivered together. With usual referrers 75 of them stay below 20 KiB. */
export const scansPerGroup = 75;

export interface NumberedGroup {
  /** Null: not made yet. */
  eventId: string | null;
  firstNumber: number;
  lastNumber: number;
}

/**
 * The groups that hold the scans after one number and up to another, in order. Groups that were made before stay as they are, because their
 * `webhook-id` stands for their scans.
 * @param kept those that end after the first number, in order.
 * @param most then the plan ends.
 */
export function planGroups(
  kept: readonly NumberedGroup[],
  { after, through, most }: { after: number; through: number; most: number },
): NumberedGroup[] {
  const planned: NumberedGroup[] = [];
  let next = after + 1;
  const fillUntil = (end: number) => {
    while (next <= end && planned.length < most) {
      const lastNumber = Math.min(next + scansPerGroup - 1, end);
      planned.push({ eventId: null, firstNumber: next, lastNumber });
      next = lastNumber + 1;
    }
  };
  for (const group of kept) {
    fillUntil(Math.min(group.firstNumber - 1, through));
    if (planned.length >= most || group.firstNumber > through) return planned;
    planned.push(group);
    next = Math.max(next, group.lastNumber + 1);
  }
  fillUntil(through);
  return planned;
}
