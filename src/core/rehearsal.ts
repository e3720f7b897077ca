import { commonLanguageTag } from './language-tag.ts';
import { decidingNumber, decodeEvent, isRecorded, type LedgerEvent } from './ledger-record.ts';
import { localTime } from './local-time.ts';
import { resolveNumbered, type ScanTarget } from './resolve-scan.ts';
import { type DeviceClass, deviceClasses } from './rules/device-class.ts';
import { hasStickySplit } from './rules/place-splits.ts';
import type { RedirectRule } from './rules/redirect-rule.ts';
import { visitorShare } from './visitor-share.ts';

/** What a change would have done to a scan. `unknown`: a rule asks for something that was not recorded then. */
export const rehearsedKinds = ['same', 'elsewhere', 'nothing', 'unknown'] as const;
export type RehearsedKind = (typeof rehearsedKinds)[number];

/** Where scans lead with the present settings and with the new ones; null: nowhere. */
interface Pair {
  before: string | null;
  after: string | null;
  scans: number;
}

export interface RehearsalResult extends Record<RehearsedKind, number> {
  scans: number;
  /** Of days in the owner's time zone, since 1970-01-01, in order. */
  days: ({ day: number } & Record<RehearsedKind, number>)[];
  /** The most frequent first. */
  destinations: Pair[];
  /** How often the present settings choose another rule than the one that was recorded: they were different then. */
  changedSince: number;
}

const pairsShown = 20;
/** Of a URL that is compared. */
const pairsMax = 1_000;

/** Decides recorded scans of a code with its present and with its new settings, by the function that decides live scans. */
export class Rehearsal {
  readonly #now: ScanTarget;
  readonly #then: ScanTarget;
  readonly #asksLanguage: boolean;
  /** Part of a language tag that is not recorded. */
  readonly #asksVariant: boolean;
  readonly #asksShare: boolean;
  readonly #sums: Record<RehearsedKind, number> = { same: 0, elsewhere: 0, nothing: 0, unknown: 0 };
  readonly #days = new Map<number, Record<RehearsedKind, number>>();
  readonly #pairs = new Map<string, Pair>();
  #changedSince = 0;

  constructor(now: ScanTarget, then: ScanTarget) {
    this.#now = now;
    this.#then = then;
    this.#asksShare = hasStickySplit([...now.rules, ...then.rules]);
    const rules = [...now.rules, ...then.rules];
    this.#asksLanguage = rules.some((rule) => languagesOf(rule).length > 0);
    this.#asksVariant = rules.some((rule) => languagesOf(rule).some((tag) => tag !== commonLanguageTag(tag)));
  }

  /** @param number of the scan. */
  add(event: LedgerEvent, number: number): void {
    const { scannedAtMs, country, device, language, visitor, rule } = decodeEvent(event);
    const share = this.#asksShare ? visitorShare(visitor) : null;
    const facts = { country, device: deviceOf(device), language, share };
    const decided = decidingNumber(event) ?? number;
    const now = resolveNumbered(this.#now, facts, scannedAtMs, '', decided);
    const then = resolveNumbered(this.#then, facts, scannedAtMs, '', decided);
    const isUnknown = this.#asksVariant || (this.#asksLanguage && !isRecorded(event, 'language'));
    const kind = isUnknown ? 'unknown' : compare(now, then);
    this.#sums[kind] += 1;
    this.#dayOf(scannedAtMs)[kind] += 1;
    if (isRecorded(event, 'rule') && !isUnknown && now.kind === 'redirect' && now.rule !== rule)
      this.#changedSince += 1;
    if (kind === 'elsewhere' || kind === 'nothing') this.#addPair(urlOf(now), urlOf(then));
  }

  result(): RehearsalResult {
    return {
      scans: Object.values(this.#sums).reduce((sum, scans) => sum + scans, 0),
      ...this.#sums,
      days: [...this.#days]
        .map(([day, sums]) => ({ day, ...sums }))
        .sort((one, other) => one.day - other.day),
      destinations: [...this.#pairs.values()]
        .sort((one, other) => other.scans - one.scans)
        .slice(0, pairsShown),
      changedSince: this.#changedSince,
    };
  }

  #dayOf(atMs: number): Record<RehearsedKind, number> {
    const { day } = localTime(this.#then.timeZone, atMs);
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const sums = { same: 0, elsewhere: 0, nothing: 0, unknown: 0 };
    this.#days.set(day, sums);
    return sums;
  }

  #addPair(before: string | null, after: string | null): void {
    const key = `${before}\n${after}`;
    const pair = this.#pairs.get(key);
    if (pair !== undefined) pair.scans += 1;
    else if (this.#pairs.size < pairsMax) this.#pairs.set(key, { before, after, scans: 1 });
  }
}

type Rehearsed = ReturnType<typeof resolveNumbered>;

function compare(now: Rehearsed, then: Rehearsed): RehearsedKind {
  const url = urlOf(then);
  if (url === null && urlOf(now) !== null) return 'nothing';
  return url === urlOf(now) ? 'same' : 'elsewhere';
}

/** Null if the visitor sees no destination and no text. */
function urlOf(outcome: Rehearsed): string | null {
  if (outcome.kind === 'redirect') return outcome.url;
  return outcome.kind === 'text' ? outcome.text : null;
}

function languagesOf({ conditions }: RedirectRule): string[] {
  return conditions.flatMap(({ kind, value }) => (kind === 'language' ? [value] : []));
}

function deviceOf(name: string | null): DeviceClass {
  return deviceClasses.find((device) => device === name) ?? 'desktop';
}
