import type pg from 'pg';
import { resolveScan, type ScanOutcome, type ScanTarget } from '#core/resolve-scan.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { sqlState } from '#platform/postgres.ts';
import type { DatabaseContact } from './database-contact.ts';
import { confirmBatch, insertScans, isPartitionMissing, makePartition } from './ledger-statements.ts';
import type { Grant, ScanBatch } from './scan-batch.ts';
import { makeScanEvent, type ScanEvent } from './scan-event.ts';
import type { ScanJournal } from './scan-journal.ts';
import type { ScanMetrics } from './scan-metrics.ts';
import type { ScanTargetCache } from './scan-target-cache.ts';
import type { ScanTargets } from './scan-targets.ts';
import type { Visit } from './visit.ts';
import { utcDay, type VisitorSalt } from './visitor-salt.ts';

export type ScanAnswer = ScanOutcome | { kind: 'scan_limit_reached' } | { kind: 'unavailable' };

/** A request that waits for its answer. */
export interface PendingScan {
  slug: string;
  target: ScanTarget;
  visit: Visit;
  answer: (answer: ScanAnswer) => void;
  /** How often what was known of its code turned out to be out of date. */
  rereads: number;
  isAnswered: boolean;
}

interface LedgerOptions {
  pool: pg.Pool;
  contact: DatabaseContact;
  targets: ScanTargets;
  cache: ScanTargetCache;
  journal: ScanJournal;
  salt: VisitorSalt;
  metrics: ScanMetrics;
  clock: Clock;
  log: Log;
  lanes: number;
}

/** The scans of one code in a batch. */
interface Group {
  slug: string;
  target: ScanTarget;
  counted: Decided[];
  uncounted: Decided[];
}

interface Decided {
  scan: PendingScan;
  outcome: ScanOutcome;
}

const batchScansMax = 1_000;
const pendingMax = 20_000;
const rereadsMax = 8;
const triesMax = 4;
const unavailable: ScanAnswer = { kind: 'unavailable' };
const limitReached: ScanAnswer = { kind: 'scan_limit_reached' };

/**
 * Where a scan becomes a fact. Scans that wait become the next batch as soon as the last one has committed; no timer.
 * A code always goes through the same lane, and a lane has one batch in flight.
 */
export class ScanLedger {
  readonly #options: LedgerOptions;
  readonly #lanes: { waiting: PendingScan[]; isBusy: boolean }[];
  #pending = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#lanes = Array.from({ length: options.lanes }, () => ({ waiting: [], isBusy: false }));
  }

  get pending(): number {
    return this.#pending;
  }

  submit(scan: PendingScan): void {
    if (this.#pending >= pendingMax) return scan.answer(unavailable);
    this.#pending += 1;
    this.#enqueue(scan);
  }

  #enqueue(scan: PendingScan): void {
    const lane = this.#lanes[laneOf(scan.target.qrId, this.#lanes.length)];
    if (lane === undefined) throw new Error('there is no lane');
    lane.waiting.push(scan);
    if (lane.isBusy) return;
    lane.isBusy = true;
    // What else has arrived in this turn of the loop comes along.
    setImmediate(() => void this.#runLane(lane));
  }

  async #runLane(lane: { waiting: PendingScan[]; isBusy: boolean }): Promise<void> {
    while (lane.waiting.length > 0) {
      const scans = lane.waiting.splice(0, batchScansMax);
      await this.#runBatch(scans).catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'a batch of scans failed');
        for (const scan of scans) this.#answer(scan, unavailable);
      });
      // What lies in the sockets already shall come along: larger batches, and no timer.
      await nextTurn();
    }
    lane.isBusy = false;
  }

  #answer(scan: PendingScan, answer: ScanAnswer): void {
    if (scan.isAnswered) return;
    scan.isAnswered = true;
    this.#pending -= 1;
    scan.answer(answer);
  }

  async #runBatch(scans: PendingScan[]): Promise<void> {
    const groups = this.#decide(scans);
    const counting = groups.filter(({ counted }) => counted.length > 0);
    const confirming = groups.filter(({ counted }) => counted.length === 0);
    await Promise.all([this.#runGroups(counting, true), this.#runGroups(confirming, false)]);
  }

  async #runGroups(groups: Group[], isCounting: boolean): Promise<void> {
    if (groups.length === 0) return;
    const batch: ScanBatch = {
      batchId: newUuid(),
      recordedOn: utcDay(this.#options.clock.nowMs()),
      codes: groups.map(({ target, counted }) => ({ target, scans: counted.length })),
      events: isCounting ? JSON.stringify(this.#events(groups)) : '[]',
    };
    const grants = this.#options.contact.isUp ? await this.#commit(batch, groups, isCounting) : null;
    if (grants === null) await this.#answerAlone(batch, groups);
    else for (const [index, group] of groups.entries()) this.#answerGroup(group, grants[index]);
  }

  /** By what is known at this moment, so that all scans of a code are decided by the same versions. */
  #decide(scans: PendingScan[]): Group[] {
    const groups = new Map<string, Group>();
    for (const scan of scans) {
      let group = groups.get(scan.slug);
      if (group === undefined) {
        const target = this.#options.cache.findKnown(scan.slug) ?? scan.target;
        group = { slug: scan.slug, target, counted: [], uncounted: [] };
        groups.set(scan.slug, group);
      }
      const { visit } = scan;
      const visitor = { device: visit.agent.device, country: visit.country };
      const outcome = resolveScan(group.target, visitor, visit.arrivedMs);
      const isServed = outcome.kind === 'redirect' || outcome.kind === 'text';
      (isServed && visit.isCounted ? group.counted : group.uncounted).push({ scan, outcome });
    }
    return [...groups.values()];
  }

  #events(groups: Group[]): ScanEvent[] {
    const salt = this.#options.salt.get();
    return groups.flatMap(({ target, counted }, index) =>
      target.analyticsEnabled
        ? counted.map(({ scan }, nth) => makeScanEvent(index + 1, nth + 1, scan.visit, salt))
        : [],
    );
  }

  /** Null if PostgreSQL is away: then it is not known whether the batch was counted, but its id will tell. */
  async #commit(batch: ScanBatch, groups: Group[], isCounting: boolean): Promise<Grant[] | null> {
    const { pool, contact, metrics } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const startedMs = performance.now();
      try {
        const grants = await (isCounting ? insertScans(pool, batch) : confirmBatch(pool, batch));
        contact.succeeded();
        metrics.observeBatch(groups, (performance.now() - startedMs) / 1_000);
        return grants;
      } catch (error) {
        if (isPartitionMissing(error) && attempt < triesMax) await makePartition(pool, batch.recordedOn);
        else if (isTransient(error) && attempt < triesMax) continue;
        else if ((attempt > 1 || isTimeout(error)) && contact.failed(error)) return null;
        // A connection may have died since it was last used; once more, under the same id.
        else if (attempt > 1) throw error;
      }
    }
  }

  #answerGroup(group: Group, grant: Grant | undefined): void {
    if (grant === undefined || grant.isStale) return this.#reread(group);
    for (const [index, { scan, outcome }] of group.counted.entries()) {
      this.#answer(scan, index < grant.counted ? outcome : limitReached);
    }
    for (const { scan, outcome } of group.uncounted) {
      const isServed = outcome.kind === 'redirect' || outcome.kind === 'text';
      this.#answer(scan, isServed && grant.isFull ? limitReached : outcome);
    }
  }

  /** What was known is out of date: read it again, and decide again. */
  #reread({ slug, counted, uncounted }: Group): void {
    this.#options.metrics.countReread();
    void this.#options.targets.read(slug).then((target) => {
      for (const { scan } of [...counted, ...uncounted]) {
        scan.rereads += 1;
        if (target === 'unavailable' || scan.rereads > rereadsMax) this.#answer(scan, unavailable);
        else if (target === 'missing') this.#answer(scan, { kind: 'not_found' });
        else {
          scan.target = target;
          this.#enqueue(scan);
        }
      }
    });
  }

  /** Without PostgreSQL (D47): codes without a limit are served as last known, once their scans are on our disk. */
  async #answerAlone(batch: ScanBatch, groups: Group[]): Promise<void> {
    const { journal, contact } = this.#options;
    const places = groups.flatMap(({ target, counted }, index) =>
      target.scanLimit === null && counted.length > 0 ? [index] : [],
    );
    const isServing = contact.isRecent;
    const isKept =
      isServing &&
      (places.length === 0 ||
        (await journal.append({
          batch_id: batch.batchId,
          recorded_on: batch.recordedOn,
          qr_ids: places.map((place) => groups[place]?.target.qrId ?? ''),
          scans: places.map((place) => groups[place]?.counted.length ?? 0),
          events: keepPlaces(JSON.parse(batch.events) as ScanEvent[], places),
        })));
    for (const { target, counted, uncounted } of groups) {
      const isServed = isServing && target.scanLimit === null;
      for (const { scan, outcome } of counted) this.#answer(scan, isServed && isKept ? outcome : unavailable);
      for (const { scan, outcome } of uncounted) this.#answer(scan, isServed ? outcome : unavailable);
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The events of the codes that are kept, with their new places. */
function keepPlaces(events: ScanEvent[], places: number[]): ScanEvent[] {
  return events.flatMap(([place, ...rest]) => {
    const at = places.indexOf(place - 1);
    return at === -1 ? [] : [[at + 1, ...rest] as ScanEvent];
  });
}

/** Deadlock, serialisation, and a row that somebody holds for long: PostgreSQL itself is well. */
function isTransient(error: unknown): boolean {
  return ['40P01', '40001', '55P03'].includes(sqlState(error) ?? '');
}

/** A second try would wait as long again. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}

/** From the random end of a UUID; the front is its time. */
function laneOf(qrId: string, lanes: number): number {
  return Number.parseInt(qrId.slice(-6), 16) % lanes;
}
