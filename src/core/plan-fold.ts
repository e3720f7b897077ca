/** A row of `scan_open`: counted scans that are not yet in the counts of their codes. */
export interface OpenRow {
  openId: number;
  recordedOn: string;
  batchId: string;
  qrIds: string[];
  /** Per code; 0 if nothing is left to add. */
  scans: number[];
  /** Per code, as its visitors saw it; null if unknown. */
  versions: (number | null)[];
  /** Whether their redirects left before they were counted: no limit waits for them. */
  isReplayed: boolean;
}

/** The open scans of a code. */
export interface OpenSum {
  scans: number;
  /** Those that a limit counts as pending. */
  awaited: number;
}

/** A row of `scan_numbers`: the codes of one open row that were added. */
export interface NumberRow {
  recordedOn: string;
  batchId: string;
  qrIds: string[];
  firstNumbers: number[];
  scans: number[];
  versions: (number | null)[];
}

export interface FoldPlan {
  numbers: NumberRow[];
  /** Finished open rows. */
  doneIds: number[];
  /** Open rows with codes that are left, and their remaining scans. */
  left: { openId: number; scans: number[] }[];
}

/** The scans of each code in all rows, ordered by the codes' IDs. */
export function sumOpenScans(rows: readonly OpenRow[]): Map<string, OpenSum> {
  const sums = new Map<string, OpenSum>();
  for (const { qrIds, scans, isReplayed } of rows)
    for (const [place, qrId] of qrIds.entries()) {
      const own = scans[place] ?? 0;
      if (own <= 0) continue;
      const sum = sums.get(qrId) ?? { scans: 0, awaited: 0 };
      sum.scans += own;
      if (!isReplayed) sum.awaited += own;
      sums.set(qrId, sum);
    }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Numbers open scans of the codes whose rows we have locked, in the order of the open rows.
 * @param counts the counts of the locked codes, before these scans.
 * @param isThere whether a code that we didn't lock exists: somebody else has locked it, so its scans stay open.
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
