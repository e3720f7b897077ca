/** A batch of the ledger (`scan_batches`) as it is stored. In SQL, `ledger_events` reads the same format. */
export interface LedgerBatch {
  qr_ids: string[];
  /** One per code, see `Grant`. */
  grants: number[];
  events: LedgerEvent[];
}

export type LedgerEvent = [
  /** Of its code in `qr_ids`, starting at 1. */
  place: number,
  /** Of the scans of its code in this batch, starting at 1. */
  nth: number,
  scannedAtMs: number,
  country: string | null,
  device: string | null,
  browser: string | null,
  system: string | null,
  referrerHost: string | null,
  visitor: string,
  /** Missing in events from before rules were recorded. */
  rule?: number | null,
  /** Missing in events from before languages were recorded. */
  language?: string | null,
  /** Null unless rules depended on it. */
  number?: number | null,
  /** The network that it came from, as a hash of the day. Missing in events from before networks were recorded. */
  network?: string,
];

/** Stored properties of a scan: never anything that identifies the visitor. Null if unknown. */
export interface ScanFacts {
  scannedAtMs: number;
  country: string | null;
  device: string | null;
  browser: string | null;
  system: string | null;
  referrerHost: string | null;
  visitor: string;
  /** The rule that matched, starting at 1. */
  rule: number | null;
  /** The tag of the visitor's preferred language. */
  language: string | null;
}

/** The decision of the ledger about one code. */
export interface Grant {
  /** Whether our knowledge was outdated: read it again and decide again. */
  isStale: boolean;
  /** Whether its limit is so new that earlier scans must be summed up first. */
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

/** The same as an SQL expression of SQL expressions. */
export function encodeGrantSql(counted: string, isFull: string): string {
  return `2 * ${counted} + (${isFull})::int`;
}

/** Whether scans of a code are counted one by one, as an SQL expression of a row of `scan_state`; in code, `isExact`. */
export function isExactSql(row = ''): string {
  return `(${row}scan_limit is not null or ${row}is_numbered)`;
}

/** The number of counted scans of a grant, as an SQL expression. */
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

/** Maximum number of codes per row of `scan_open` or `scan_numbers`, so that a row fits into a page and a code is found quickly. */
export const codesPerRow = 100;

/**
 * Numbers scans that a statement has just counted, if numbering is on. In SQL, `add_scans` does the same.
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

/** Wall clock instead of transaction time: read while the rows of the codes are locked, it rises with their numbers. */
export const numberingDaySql = `(clock_timestamp() at time zone 'UTC')::date`;

export function encodeEvent(place: number, nth: number, facts: ScanFacts): LedgerEvent {
  const { scannedAtMs, country, device, browser, system, referrerHost, visitor, rule, language } = facts;
  return [place, nth, scannedAtMs, country, device, browser, system, referrerHost, visitor, rule, language];
}

const ruleIndex = 9;
const languageIndex = 10;
const numberIndex = 11;
const networkIndex = 12;

export function withNetwork(event: LedgerEvent, network: string): LedgerEvent {
  const known: LedgerEvent = [...event];
  known[numberIndex] = decidingNumber(event);
  known[networkIndex] = network;
  return known;
}

/** Null if it was not recorded. */
export function networkOf(event: LedgerEvent): string | null {
  return event[networkIndex] ?? null;
}

/** The event of a scan that was decided by its number. */
export function withNumber(event: LedgerEvent, rule: number | null, number: number): LedgerEvent {
  const numbered: LedgerEvent = [...event];
  numbered[ruleIndex] = rule;
  numbered[numberIndex] = number;
  return numbered;
}

export function decodeEvent(event: LedgerEvent): ScanFacts {
  const [
    ,
    ,
    scannedAtMs,
    country,
    device,
    browser,
    system,
    referrerHost,
    visitor,
    rule = null,
    language = null,
  ] = event;
  return { scannedAtMs, country, device, browser, system, referrerHost, visitor, rule, language };
}

/** The number that decided the scan; null if no rule depended on it. Later it has the same one, unless scans were not yet added to the total. */
export function decidingNumber(event: LedgerEvent): number | null {
  return event[numberIndex] ?? null;
}

/** Whether the event is from a time when this was already recorded. */
export function isRecorded(event: LedgerEvent, fact: 'rule' | 'language'): boolean {
  return event.length > (fact === 'rule' ? ruleIndex : languageIndex);
}

/** Events of counted scans. */
export function keepCounted(events: readonly LedgerEvent[], grants: readonly Grant[]): LedgerEvent[] {
  return events.filter(([place, nth]) => nth <= (grants[place - 1]?.counted ?? 0));
}

/** Events of some codes, for a batch that has only these: `places` lists their places, starting at 1. */
export function moveEvents(events: readonly LedgerEvent[], places: readonly number[]): LedgerEvent[] {
  return events.flatMap(([place, ...rest]) => {
    const at = places.indexOf(place);
    return at === -1 ? [] : [[at + 1, ...rest] satisfies LedgerEvent];
  });
}

/** The counted scans of a batch, each with its code. */
export function* readBatch({ qr_ids: qrIds, grants, events }: LedgerBatch): Generator<[string, ScanFacts]> {
  for (const event of keepCounted(events, grants.map(decodeGrant))) {
    const qrId = qrIds[event[0] - 1];
    if (qrId !== undefined) yield [qrId, decodeEvent(event)];
  }
}
