import type pg from 'pg';
import { type Grant, keepCounted, type LedgerEvent } from '#core/ledger-record.ts';
import { isServed } from '#core/resolve-scan.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { isDamage, isLockTimeout, isOwnMistake, isTransient, sqlState } from '#platform/postgres.ts';
import type { Tracing } from '#platform/tracing.ts';
import type { DatabaseContact } from './database-contact.ts';
import {
  confirmBatch,
  insertScans,
  isPartitionMissing,
  makeScanPartition,
  updateEvents,
} from './ledger-statements.ts';
import { makeJournalRecord } from './make-journal-record.ts';
import type { ScanBatch } from './scan-batch.ts';
import { makeScanEvent } from './scan-event.ts';
import { type Group, groupScans, type PendingScan, type ScanAnswer } from './scan-group.ts';
import type { ScanJournal } from './scan-journal.ts';
import type { ScanMetrics } from './scan-metrics.ts';
import type { ScanTargetCache } from './scan-target-cache.ts';
import type { ScanTargets } from './scan-targets.ts';
import { traceBatch } from './trace-batch.ts';
import { utcDay, type VisitorSalt } from './visitor-salt.ts';

/** Why PostgreSQL, although it is there, doesn't count a batch. */
type Refusal = 'locked' | 'damaged' | 'mistaken';

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
  tracing: Tracing | null;
  /** Whether codes without a limit redirect uncounted once nothing can be kept any more (D78). */
  isFullJournalServed: boolean;
}

const batchScansMax = 1_000;
const pendingMax = 20_000;
const rereadsMax = 8;
const triesMax = 4;
const fullCodesMax = 20_000;
const unavailable: ScanAnswer = { kind: 'unavailable' };
const limitReached: ScanAnswer = { kind: 'scan_limit_reached' };

/**
 * Where a scan becomes a fact. Scans that wait become the next batch as soon as the last one has committed; no timer.
 * A code always goes through the same lane, and a lane has one batch in flight.
 */
export class ScanLedger {
  readonly #options: LedgerOptions;
  readonly #lanes: { waiting: PendingScan[]; isBusy: boolean }[];
  /** Codes whose limit is reached, by the version at which it was. */
  readonly #full = new BoundedMap<string, number>(fullCodesMax);
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
    try {
      scan.answer(answer);
    } catch (error) {
      // One that can't be told must not keep the others from being told.
      this.#options.log.error({ err: error, slug: scan.slug }, 'an answer could not be written');
    }
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
    const span = traceBatch(this.#options.tracing, groups, isCounting);
    const grants = this.#options.contact.isUp ? await this.#commit(batch, groups, isCounting) : 'away';
    span?.end(typeof grants === 'string' ? `PostgreSQL: ${grants}` : undefined);
    if (grants === 'away') return this.#answerAlone(batch, groups);
    if (typeof grants === 'string')
      return groups.length > 1
        ? this.#runApart(groups, isCounting, grants)
        : this.#answerRefused(batch, groups, grants);
    for (const [index, group] of groups.entries()) this.#answerGroup(group, grants[index]);
    if (isCounting) this.#forgetRefused(batch, groups, grants);
  }

  /** One of the codes can't be counted, because somebody holds its row for long or its page is damaged: the others can. */
  async #runApart(groups: Group[], isCounting: boolean, refusal: Refusal): Promise<void> {
    if (refusal === 'locked') {
      // Together: each may wait for its row.
      await Promise.all(groups.map((group) => this.#runGroups([group], isCounting)));
      return;
    }
    const middle = groups.length >> 1;
    await this.#runGroups(groups.slice(0, middle), isCounting);
    await this.#runGroups(groups.slice(middle), isCounting);
  }

  /** A code that can't even be counted by itself. What is damaged is served like what is away. */
  async #answerRefused(batch: ScanBatch, groups: Group[], refusal: Refusal): Promise<void> {
    if (refusal === 'damaged') return this.#answerAlone(batch, groups);
    for (const { counted, uncounted } of groups) {
      for (const { scan } of [...counted, ...uncounted]) this.#answer(scan, unavailable);
    }
  }

  /** No event is kept of a scan that was not granted (D58). It is rare, so it costs the others nothing. */
  #forgetRefused(batch: ScanBatch, groups: Group[], grants: Grant[]): void {
    const isRefused = groups.some(({ counted }, index) => counted.length > (grants[index]?.counted ?? 0));
    if (!isRefused || batch.events === '[]') return;
    const kept = keepCounted(JSON.parse(batch.events) as LedgerEvent[], grants);
    updateEvents(this.#options.pool, batch, JSON.stringify(kept)).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'events of refused scans could not be removed'),
    );
  }

  #decide(scans: PendingScan[]): Group[] {
    return groupScans(scans, {
      targetOf: ({ slug, target }) => this.#options.cache.findKnown(slug) ?? target,
      // A code that was full stays so until its version rises: it is asked about, not written to.
      isFull: ({ qrId, version }) => this.#full.get(qrId) === version,
    });
  }

  #events(groups: Group[]): LedgerEvent[] {
    const salt = this.#options.salt.get();
    return groups.flatMap(({ target, counted }, index) =>
      target.analyticsEnabled
        ? counted.map(({ scan, outcome }, nth) =>
            makeScanEvent(index + 1, nth + 1, scan.visit, outcome, salt),
          )
        : [],
    );
  }

  /** If PostgreSQL is away, it is not known whether the batch was counted, but its id will tell. */
  async #commit(batch: ScanBatch, groups: Group[], isCounting: boolean): Promise<Grant[] | Refusal | 'away'> {
    const { pool, contact, metrics, log } = this.#options;
    /** Whether an attempt may have been counted: then only the batch's own id can tell. */
    let isUnknown = false;
    for (let attempt = 1; ; attempt++) {
      const startedMs = performance.now();
      try {
        const grants = await (isCounting ? insertScans(pool, batch) : confirmBatch(pool, batch));
        if (isCounting) contact.committed();
        else contact.succeeded();
        metrics.observeBatch(groups, (performance.now() - startedMs) / 1_000);
        return grants;
      } catch (error) {
        if (isUnknown && (isLockTimeout(error) || isDamage(error) || isOwnMistake(error))) return 'away';
        isUnknown ||= sqlState(error) === null;
        if (isLockTimeout(error)) return 'locked';
        if (isPartitionMissing(error) && attempt < triesMax) await makeScanPartition(pool, batch.recordedOn);
        else if (isTransient(error) && attempt < triesMax) continue;
        else if (isDamage(error) || isOwnMistake(error)) {
          if (groups.length === 1) metrics.countRefused();
          log.error(
            { err: error, slugs: groups.length === 1 ? groups[0]?.slug : undefined },
            'scans can not be counted',
          );
          return isDamage(error) ? 'damaged' : 'mistaken';
        }
        // A connection may have died since it was last used; once more, under the same id.
        else if ((attempt > 1 || isTimeout(error)) && contact.failed(error)) return 'away';
      }
    }
  }

  #answerGroup(group: Group, grant: Grant | undefined): void {
    if (grant === undefined || grant.isStale) return this.#reread(group);
    const { qrId, version } = group.target;
    if (grant.isFull) this.#full.set(qrId, version);
    else if (this.#full.get(qrId) === version) {
      // It isn't full after all: those that were only asked about want to be counted. None of them was.
      this.#full.delete(qrId);
      for (const { scan } of group.uncounted) this.#enqueue(scan);
      return;
    }
    for (const [index, { scan, outcome }] of group.counted.entries()) {
      this.#answer(scan, index < grant.counted ? outcome : limitReached);
    }
    for (const { scan, outcome } of group.uncounted) {
      const isLimited = isServed(outcome) || outcome.kind === 'preview';
      this.#answer(scan, isLimited && grant.isFull ? limitReached : outcome);
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
    const { journal, contact, cache, isFullJournalServed, metrics } = this.#options;
    // What is known to have changed is not served as it was, even now.
    const isKnown = ({ slug, target }: Group) => target.scanLimit === null && !cache.isOutdated(slug);
    const kept = groups.filter((group) => isKnown(group) && group.counted.length > 0);
    const isKept =
      contact.isRecent &&
      (kept.length === 0 || (await journal.append(makeJournalRecord(batch, groups, kept))));
    for (const group of groups) {
      const { counted, uncounted } = group;
      const isAnswering = (contact.isRecent || isFullJournalServed) && isKnown(group);
      const isLost = isAnswering && !isKept && isFullJournalServed;
      if (isLost) metrics.countUncounted(counted.length);
      for (const { scan, outcome } of counted) {
        if (isLost) scan.visit.isCounted = false;
        this.#answer(scan, isAnswering && (isKept || isLost) ? outcome : unavailable);
      }
      for (const { scan, outcome } of uncounted) this.#answer(scan, isAnswering ? outcome : unavailable);
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A second try would wait as long again. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}

/** From the random end of a UUID; the front is its time. */
function laneOf(qrId: string, lanes: number): number {
  return Number.parseInt(qrId.slice(-6), 16) % lanes;
}
