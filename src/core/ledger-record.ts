/** A batch of the ledger (`scan_batches`), as it lies there. In SQL, `ledger_events` reads the same. */
export interface LedgerBatch {
  qr_ids: string[];
  /** One per code, see `Grant`. */
  grants: number[];
  events: LedgerEvent[];
}

export type LedgerEvent = [
  /** Of its code in `qr_ids`, from 1 on. */
  place: number,
  /** Of the scans of its code in this batch, from 1 on. */
  nth: number,
  scannedAtMs: number,
  country: string | null,
  device: string | null,
  browser: string | null,
  system: string | null,
  referrerHost: string | null,
  visitor: string,
  /** Missing in what was written before rules were noted. */
  rule?: number | null,
];

/** What is kept of a scan: where from and with what, never who. Null where it isn't known. */
export interface ScanFacts {
  scannedAtMs: number;
  country: string | null;
  device: string | null;
  browser: string | null;
  system: string | null;
  referrerHost: string | null;
  visitor: string;
  /** The rule that led the way, from 1 on. */
  rule: number | null;
}

/** What the ledger says of one code. */
export interface Grant {
  /** Whether what was believed no longer holds: read it again and decide again. */
  isStale: boolean;
  /** Whether its limit is so new that the scans counted before it must be summed first. */
  isUnsettled: boolean;
  /** How many of its scans were counted. */
  counted: number;
  /** Whether its limit is reached now. */
  isFull: boolean;
}

export const staleGrant = -1;
export const unsettledGrant = -2;

export function encodeGrant({ isStale, isUnsettled, counted, isFull }: Grant): number {
  if (isUnsettled) return unsettledGrant;
  return isStale ? staleGrant : 2 * counted + Number(isFull);
}

/** The same as an expression in SQL, of expressions in SQL. */
export function encodeGrantSql(counted: string, isFull: string): string {
  return `2 * ${counted} + (${isFull})::int`;
}

/** How many scans a grant counted, of an expression in SQL. */
export function countedSql(grant: string): string {
  return `greatest(${grant} / 2, 0)`;
}

export function decodeGrant(value: number): Grant {
  return {
    isStale: value === staleGrant,
    isUnsettled: value === unsettledGrant,
    counted: Math.max(0, value >> 1),
    isFull: value > 0 && (value & 1) === 1,
  };
}

/** How many codes a row of `scan_open` or `scan_numbers` has at most: so it fits a page, and one code in it is found fast. */
export const codesPerRow = 100;

/**
 * Numbers scans that a statement has just counted, if numbering has begun. In SQL, `add_scans` does the same.
 * @param counted a select of recorded_on, batch_id, place, qr_id, first_number, scans and version.
 */
export function insertNumbersSql(counted: string): string {
  return `
    insert into scan_numbers (numbered_on, recorded_on, batch_id, qr_ids, first_numbers, scans, versions)
    select ${numberingDaySql}, recorded_on, batch_id, array_agg(qr_id order by place), array_agg(first_number order by place),
      array_agg(scans order by place), array_agg(version order by place)
    from (${counted}) counted where (select is_appending from ledger_state)
    group by recorded_on, batch_id, (place - 1) / ${codesPerRow}`;
}

/** By the clock and not by the transaction: read while the rows of the codes are locked, it rises with their numbers. */
export const numberingDaySql = `(clock_timestamp() at time zone 'UTC')::date`;

export function encodeEvent(place: number, nth: number, facts: ScanFacts): LedgerEvent {
  const { scannedAtMs, country, device, browser, system, referrerHost, visitor, rule } = facts;
  return [place, nth, scannedAtMs, country, device, browser, system, referrerHost, visitor, rule];
}

export function decodeEvent(event: LedgerEvent): ScanFacts {
  const [, , scannedAtMs, country, device, browser, system, referrerHost, visitor, rule = null] = event;
  return { scannedAtMs, country, device, browser, system, referrerHost, visitor, rule };
}

/** Those whose scans were counted. */
export function keepCounted(events: readonly LedgerEvent[], grants: readonly Grant[]): LedgerEvent[] {
  return events.filter(([place, nth]) => nth <= (grants[place - 1]?.counted ?? 0));
}

/** Those of some codes, for a batch that has only these: `places` lists where they were, from 1 on. */
export function moveEvents(events: readonly LedgerEvent[], places: readonly number[]): LedgerEvent[] {
  return events.flatMap(([place, ...rest]) => {
    const at = places.indexOf(place);
    return at === -1 ? [] : [[at + 1, ...rest] satisfies LedgerEvent];
  });
}

/** The scans of a batch that were counted, each with its code. */
export function* readBatch({ qr_ids: qrIds, grants, events }: LedgerBatch): Generator<[string, ScanFacts]> {
  for (const event of keepCounted(events, grants.map(decodeGrant))) {
    const qrId = qrIds[event[0] - 1];
    if (qrId !== undefined) yield [qrId, decodeEvent(event)];
  }
}
