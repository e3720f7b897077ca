import type { ScanTarget } from '#core/resolve-scan.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';

interface Entry {
  target: ScanTarget;
  weight: number;
  /** Rises with every entry and every notification: an entry is outdated if it is older than a notification about it. */
  stamp: number;
  /** Whether it was used since the last pass: such an entry is not evicted yet. */
  isUsed: boolean;
}

/** Size of an entry without its strings. */
const entryBytes = 700;
const negativeMax = 50_000;
const negativeMs = 5_000;
const toldMax = 40_000;

/**
 * Cached targets by slug. The cache saves work and never decides: the ledger compares the served versions. So outdated entries are kept,
 * for use while PostgreSQL is away.
 */
export class ScanTargetCache {
  readonly #entries = new Map<string, Entry>();
  /** Slugs that don't exist, and until when we believe that. */
  readonly #missing = new BoundedMap<string, number>(negativeMax);
  /** When the last notification about a code, project or account arrived. */
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

  /** An entry that can be used at once. */
  findFresh(slug: string): ScanTarget | null {
    const entry = this.#entries.get(slug);
    if (entry === undefined || !this.#isFresh(entry)) return null;
    entry.isUsed = true;
    return entry.target;
  }

  /** The last known entry, outdated or not. */
  findKnown(slug: string): ScanTarget | null {
    return this.#entries.get(slug)?.target ?? null;
  }

  /** Whether it is known to be outdated: then it is not used even during an outage. */
  isOutdated(slug: string): boolean {
    const entry = this.#entries.get(slug);
    return entry !== undefined && this.#isChanged(entry);
  }

  isMissing(slug: string): boolean {
    return (this.#missing.get(slug) ?? 0) > this.#clock.nowMs();
  }

  /** Call it before a read begins: notifications during the read make its result outdated. */
  stamp(): number {
    return ++this.#stamp;
  }

  set(slug: string, target: ScanTarget, stamp: number): void {
    this.#remove(slug);
    const weight = entryBytes + JSON.stringify(target).length * 2;
    this.#entries.set(slug, { target, weight, stamp, isUsed: false });
    this.#missing.delete(slug);
    this.#bytes += weight;
    // At most two rounds: the first one clears the marks.
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
