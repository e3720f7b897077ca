/** A row of `scan_open`: counted scans that are not yet in the counts of their codes. */
export interface OpenRow {
  openId: number;
  recordedOn: string;
  batchId: string;
  qrIds: string[];
  /** Per code; 0 if there is nothing left to add. */
  scans: number[];
  /** Per code, as its visitors saw it. */
  versions: number[];
}

/** A row of `scan_numbers`: the codes of one open row that were added. */
export interface NumberRow {
  recordedOn: string;
  batchId: string;
  qrIds: string[];
  firstNumbers: number[];
  scans: number[];
  versions: number[];
}

export interface FoldPlan {
  numbers: NumberRow[];
  /** Open rows that are done. */
  doneIds: number[];
  /** Open rows of which some codes are left, with what is left of them. */
  left: { openId: number; scans: number[] }[];
}

/** The scans of each code in all rows, in the order of the codes' IDs. */
export function sumOpenScans(rows: readonly OpenRow[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { qrIds, scans } of rows)
    for (const [place, qrId] of qrIds.entries()) {
      const own = scans[place] ?? 0;
      if (own > 0) sums.set(qrId, (sums.get(qrId) ?? 0) + own);
    }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Numbers open scans of the codes whose rows we hold, in the order of the open rows.
 * @param counts the counts of the codes that we hold, before these scans.
 * @param isThere whether a code that we don't hold exists: somebody else holds it now, so its scans stay open.
 */
export function planFold(
  rows: readonly OpenRow[],
  counts: ReadonlyMap<string, number>,
  isThere: (qrId: string) => boolean,
): FoldPlan {
  const plan: FoldPlan = { numbers: [], doneIds: [], left: [] };
  const added = new Map<string, number>();
  for (const { openId, recordedOn, batchId, qrIds, scans, versions } of rows) {
    const numbers: NumberRow = { recordedOn, batchId, qrIds: [], firstNumbers: [], scans: [], versions: [] };
    const leftScans = scans.map((own, place) => {
      const qrId = qrIds[place];
      const version = versions[place];
      if (own <= 0 || qrId === undefined || version === undefined) return 0;
      const count = counts.get(qrId);
      if (count === undefined) return isThere(qrId) ? own : 0;
      const before = added.get(qrId) ?? 0;
      added.set(qrId, before + own);
      numbers.qrIds.push(qrId);
      numbers.firstNumbers.push(count + before + 1);
      numbers.scans.push(own);
      numbers.versions.push(version);
      return 0;
    });
    if (numbers.qrIds.length > 0) plan.numbers.push(numbers);
    if (leftScans.some((own) => own > 0)) plan.left.push({ openId, scans: leftScans });
    else plan.doneIds.push(openId);
  }
  return plan;
}
