import type pg from 'pg';
import type { ScanTarget } from '#core/resolve-scan.ts';
import type { Log } from '#platform/log.ts';
import type { DatabaseContact } from './database-contact.ts';
import type { ScanTargetCache } from './scan-target-cache.ts';
import { listTargets } from './scan-target-queries.ts';
import type { TargetSnapshot } from './snapshot/target-snapshot.ts';

/** `missing`: the slug doesn't exist. `unavailable`: can't be determined now. */
export type TargetAnswer = ScanTarget | 'missing' | 'unavailable';

interface Waiting {
  slug: string;
  resolve: (answer: TargetAnswer) => void;
}

const batchSlugs = 500;
const waitingMax = 20_000;

/** Targets by slug. Missing ones are read together: one query is in flight, and the next one takes all waiting slugs. */
export class ScanTargets {
  readonly #pool: pg.Pool;
  readonly #cache: ScanTargetCache;
  readonly #contact: DatabaseContact;
  readonly #snapshot: Pick<TargetSnapshot, 'find'>;
  readonly #log: Log;
  #waiting: Waiting[] = [];
  #isReading = false;

  constructor(options: {
    pool: pg.Pool;
    cache: ScanTargetCache;
    contact: DatabaseContact;
    snapshot: Pick<TargetSnapshot, 'find'>;
    log: Log;
  }) {
    this.#pool = options.pool;
    this.#cache = options.cache;
    this.#contact = options.contact;
    this.#snapshot = options.snapshot;
    this.#log = options.log;
  }

  /** A cached target that is not outdated; null if it must be read. */
  find(slug: string): ScanTarget | 'missing' | null {
    const target = this.#cache.findFresh(slug);
    if (target !== null) return target;
    return this.#cache.isMissing(slug) ? 'missing' : null;
  }

  /** Reads the target now; while PostgreSQL is away, returns the last known one. */
  read(slug: string): Promise<TargetAnswer> {
    if (!this.#contact.isUp) return this.#lastKnown(slug);
    if (this.#waiting.length >= waitingMax) return Promise.resolve('unavailable');
    return new Promise((resolve) => {
      this.#waiting.push({ slug, resolve });
      if (!this.#isReading) void this.#readWaiting();
    });
  }

  async #readWaiting(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSlugs);
      await this.#readBatch(batch);
    }
    this.#isReading = false;
  }

  async #readBatch(batch: Waiting[]): Promise<void> {
    const slugs = [...new Set(batch.map(({ slug }) => slug))];
    const stamp = this.#cache.stamp();
    let found: Map<string, ScanTarget | 'unavailable'>;
    try {
      found = await listTargets(this.#pool, slugs, this.#log);
      this.#contact.succeeded();
    } catch (error) {
      if (!this.#contact.failed(error)) {
        // One of them can't be read, for example on a damaged page; the others can.
        if (slugs.length > 1) return this.#readHalves(batch, slugs);
        this.#log.error({ err: error, slugs }, "a target can't be read");
      }
      for (const { slug, resolve } of batch) void this.#lastKnown(slug).then(resolve);
      return;
    }
    for (const slug of slugs) {
      const target = found.get(slug);
      if (target === undefined) this.#cache.setMissing(slug);
      else if (target !== 'unavailable') this.#cache.set(slug, target, stamp);
    }
    for (const { slug, resolve } of batch) resolve(found.get(slug) ?? 'missing');
  }

  async #readHalves(batch: Waiting[], slugs: string[]): Promise<void> {
    const first = new Set(slugs.slice(0, slugs.length >> 1));
    await this.#readBatch(batch.filter(({ slug }) => first.has(slug)));
    await this.#readBatch(batch.filter(({ slug }) => !first.has(slug)));
  }

  /** From memory or, after a cold start, from the snapshot on disk. */
  async #lastKnown(slug: string): Promise<TargetAnswer> {
    if (this.#cache.isOutdated(slug)) return 'unavailable';
    const known = this.#cache.findKnown(slug);
    if (known !== null) return known;
    const stamp = this.#cache.stamp();
    const kept = await this.#snapshot.find(slug);
    if (kept === null) return 'unavailable';
    this.#cache.set(slug, kept, stamp);
    return this.#cache.isOutdated(slug) ? 'unavailable' : kept;
  }
}
