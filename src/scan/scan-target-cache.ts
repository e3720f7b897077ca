import type { ScanTarget } from '#core/resolve-scan.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';

interface Entry {
  target: ScanTarget;
  weight: number;
  /** Counts up with every entry and every notification: an entry older than what was said about it is out of date. */
  stamp: number;
  /** Since it was last passed over: such an entry is not forgotten yet. */
  isUsed: boolean;
}

/** An entry's own fields, beside its strings. */
const entryBytes = 700;
const negativeMax = 50_000;
const negativeMs = 5_000;
const toldMax = 40_000;

/**
 * What is known of slugs. It saves work and never decides alone: the ledger compares the versions of what was served. So
 * entries that are out of date are kept, to be used while PostgreSQL is away.
 */
export class ScanTargetCache {
  readonly #entries = new Map<string, Entry>();
  /** Slugs that don't exist, and until when that is believed. */
  readonly #missing = new BoundedMap<string, number>(negativeMax);
  /** When a code, project or account was last said to have changed. */
  readonly #told = new BoundedMap<string, number>(toldMax);
  readonly #bytesMax: number;
  readonly #clock: Clock;
  #bytes = 0;
  #stamp = 0;
  #allStale = 0;

  constructor(bytesMax: number, clock: Clock) {
    this.#bytesMax = bytesMax;
    this.#clock = clock;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What can be worked with at once. */
  findFresh(slug: string): ScanTarget | null {
    const entry = this.#entries.get(slug);
    if (entry === undefined || !this.#isFresh(entry)) return null;
    entry.isUsed = true;
    return entry.target;
  }

  /** What was last known, out of date or not. */
  findKnown(slug: string): ScanTarget | null {
    return this.#entries.get(slug)?.target ?? null;
  }

  /** Whether it is known to have changed since: then not even an outage makes it true again. */
  isOutdated(slug: string): boolean {
    const entry = this.#entries.get(slug);
    return entry !== undefined && this.#isChanged(entry);
  }

  isMissing(slug: string): boolean {
    return (this.#missing.get(slug) ?? 0) > this.#clock.nowMs();
  }

  /** To be taken before a read begins: what is told meanwhile makes its result out of date. */
  stamp(): number {
    return ++this.#stamp;
  }

  set(slug: string, target: ScanTarget, stamp: number): void {
    this.#remove(slug);
    const weight = entryBytes + JSON.stringify(target).length * 2;
    this.#entries.set(slug, { target, weight, stamp, isUsed: false });
    this.#missing.delete(slug);
    this.#bytes += weight;
    // Twice around at most: the first time clears the marks.
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#bytesMax || this.#entries.size === 1) break;
      if (entry.isUsed || oldest === slug) {
        entry.isUsed = false;
        this.#entries.delete(oldest);
        this.#entries.set(oldest, entry);
      } else this.#remove(oldest);
    }
  }

  setMissing(slug: string): void {
    this.#missing.set(slug, this.#clock.nowMs() + negativeMs);
  }

  /** `code:`, `project:` or `account:` and a UUID. */
  onNotification(payload: string): void {
    this.#told.set(payload.slice(payload.indexOf(':') + 1), ++this.#stamp);
  }

  /** Notifications may have been missed. */
  markAllStale(): void {
    this.#allStale = ++this.#stamp;
    this.#missing.clear();
  }

  #isFresh(entry: Entry): boolean {
    return entry.stamp > this.#allStale && !this.#isChanged(entry);
  }

  #isChanged({ stamp, target }: Entry): boolean {
    const isTold = (id: string) => stamp < (this.#told.get(id) ?? 0);
    return isTold(target.qrId) || isTold(target.projectId) || isTold(target.accountId);
  }

  #remove(slug: string): void {
    const entry = this.#entries.get(slug);
    if (entry === undefined) return;
    this.#entries.delete(slug);
    this.#bytes -= entry.weight;
  }
}
