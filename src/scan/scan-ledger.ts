import type pg from 'pg';
import { type Grant, keepCounted, type LedgerEvent } from '#core/ledger-record.ts';
import { isServed, type ScanOutcome } from '#core/resolve-scan.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Tracing } from '#platform/tracing.ts';
import { answerOffline } from './answer-offline.ts';
import { type BatchKind, type CommitRefusal, type CommitResult, commitBatch } from './commit-batch.ts';
import type { DatabaseContact } from './database-contact.ts';
import type { LedgerMode } from './ledger-mode.ts';
import { updateEvents } from './ledger-statements.ts';
import type { LimitSettler } from './limit-settler.ts';
import type { ScanBatch } from './scan-batch.ts';
import { makeScanEvent } from './scan-event.ts';
import { type Group, groupScans, type PendingScan, type ScanAnswer } from './scan-group.ts';
import type { ScanJournal } from './scan-journal.ts';
import { ScanLanes } from './scan-lanes.ts';
import type { ScanMetrics } from './scan-metrics.ts';
import type { ScanTargetCache } from './scan-target-cache.ts';
import type { ScanTargets } from './scan-targets.ts';
import { traceBatch } from './trace-batch.ts';
import { utcDay, type VisitorSalt } from './visitor-salt.ts';

interface LedgerOptions {
  pool: pg.Pool;
  contact: DatabaseContact;
  targets: ScanTargets;
  cache: ScanTargetCache;
  journal: ScanJournal;
  salt: VisitorSalt;
  mode: Pick<LedgerMode, 'isAppending'>;
  settler: LimitSettler;
  metrics: ScanMetrics;
  clock: Clock;
  log: Log;
  lanes: number;
  tracing: Tracing | null;
  /** Whether codes without a limit redirect uncounted once nothing can be kept any more (D78). */
  isFullJournalServed: boolean;
}

const pendingMax = 20_000;
const rereadsMax = 8;
const fullCodesMax = 20_000;
const unavailable: ScanAnswer = { kind: 'unavailable' };
const limitReached: ScanAnswer = { kind: 'scan_limit_reached' };

/** Where a scan becomes a fact: a batch of scans is decided, committed and answered. */
export class ScanLedger {
  readonly #options: LedgerOptions;
  readonly #lanes: ScanLanes<PendingScan>;
  /** Codes whose limit is reached, by the version at which it was. */
  readonly #full = new BoundedMap<string, number>(fullCodesMax);
  #pending = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#lanes = new ScanLanes(options.lanes, (scans) => this.#runBatch(scans));
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
    this.#lanes.enqueue(scan.target.qrId, scan);
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
    try {
      const groups = this.#decide(scans);
      const kindOf = ({ target, counted }: Group): BatchKind => {
        if (counted.length === 0) return 'confirm';
        return target.scanLimit === null && this.#options.mode.isAppending ? 'append' : 'count';
      };
      const byKind = Object.entries(Object.groupBy(groups, kindOf)) as [BatchKind, Group[]][];
      await Promise.all(byKind.map(([kind, own]) => this.#runGroups(own, kind)));
    } catch (error) {
      this.#options.log.error({ err: error }, 'a batch of scans failed');
      for (const scan of scans) this.#answer(scan, unavailable);
    }
  }

  async #runGroups(groups: Group[], kind: BatchKind): Promise<void> {
    const isCounting = kind !== 'confirm';
    const batch: ScanBatch = {
      batchId: newUuid(),
      recordedOn: utcDay(this.#options.clock.nowMs()),
      codes: groups.map(({ target, counted }) => ({ target, scans: counted.length })),
      events: isCounting ? JSON.stringify(this.#events(groups)) : '[]',
    };
    const span = traceBatch(this.#options.tracing, groups, isCounting);
    const result = await commitBatch(this.#options, batch, groups, kind);
    span?.end(describeFailure(result));
    switch (result.kind) {
      case 'committed':
        for (const [index, group] of groups.entries()) this.#answerGroup(group, result.grants[index]);
        if (isCounting) this.#forgetRefused(batch, groups, result.grants);
        return;
      case 'refused':
        if (groups.length > 1) return this.#runApart(groups, kind, result.refusal);
        return this.#answerRefused(batch, groups, result.refusal);
      case 'away':
        return this.#answerOffline(batch, groups);
    }
  }

  /** One of the codes can't be counted, because somebody holds its row for long or its page is damaged: the others can. */
  async #runApart(groups: Group[], kind: BatchKind, refusal: CommitRefusal): Promise<void> {
    if (refusal === 'locked') {
      // Together: each may wait for its row.
      await Promise.all(groups.map((group) => this.#runGroups([group], kind)));
      return;
    }
    const middle = groups.length >> 1;
    await this.#runGroups(groups.slice(0, middle), kind);
    await this.#runGroups(groups.slice(middle), kind);
  }

  /** A code that can't even be counted by itself. What is damaged is served like what is away. */
  async #answerRefused(batch: ScanBatch, groups: Group[], refusal: CommitRefusal): Promise<void> {
    if (refusal === 'damaged') return this.#answerOffline(batch, groups);
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

  #answerGroup(group: Group, grant: Grant | undefined): void {
    if (grant === undefined || grant.isStale) return this.#reread(group);
    const { qrId, version } = group.target;
    if (grant.isUnsettled) return this.#settle(group);
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
    for (const { scan, outcome } of group.uncounted)
      this.#answer(scan, isLimited(outcome) && grant.isFull ? limitReached : outcome);
  }

  /** Its limit is new: decide again once the scans that count towards it are known. What no limit changes need not wait. */
  #settle({ target, counted, uncounted }: Group): void {
    const waiting = [...counted, ...uncounted.filter(({ outcome }) => isLimited(outcome))];
    for (const { scan, outcome } of uncounted) if (!isLimited(outcome)) this.#answer(scan, outcome);
    if (waiting.length === 0) return;
    void this.#options.settler.settle(target.qrId, target.version).then((isSettled) => {
      for (const { scan } of waiting) {
        scan.rereads += 1;
        if (isSettled && scan.rereads <= rereadsMax) this.#enqueue(scan);
        else this.#answer(scan, unavailable);
      }
    });
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

  #answerOffline(batch: ScanBatch, groups: Group[]): Promise<void> {
    return answerOffline(this.#options, batch, groups, (scan, answer) => this.#answer(scan, answer));
  }
}

/** Whether a limit that is reached changes it. */
function isLimited(outcome: ScanOutcome): boolean {
  return isServed(outcome) || outcome.kind === 'preview';
}

function describeFailure(result: CommitResult): string | undefined {
  if (result.kind === 'committed') return undefined;
  return `PostgreSQL: ${result.kind === 'away' ? 'away' : result.refusal}`;
}
