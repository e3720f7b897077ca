import type pg from 'pg';
import { type Grant, keepCounted, type LedgerEvent } from '#core/ledger-record.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Tracing } from '#platform/tracing.ts';
import { answerOffline } from './answer-offline.ts';
import { appendElsewhere, checkBatch } from './append-elsewhere.ts';
import {
  type BatchKind,
  type BatchStatement,
  batchKind,
  type CommitRefusal,
  type CommitResult,
  commitBatch,
  describeFailure,
  statements,
} from './commit-batch.ts';
import type { DatabaseContact } from './database-contact.ts';
import { noteDoubt } from './ledger-doubts.ts';
import type { LedgerMode } from './ledger-mode.ts';
import type { LedgerServer, LedgerServers } from './ledger-servers.ts';
import { updateEvents } from './ledger-statements.ts';
import type { LimitSettler } from './limit-settler.ts';
import { makeBatch } from './make-batch.ts';
import type { ScanBatch } from './scan-batch.ts';
import { type Group, groupScans, isLimited, type PendingScan, type ScanAnswer } from './scan-group.ts';
import type { ScanJournal } from './scan-journal.ts';
import { ScanLanes } from './scan-lanes.ts';
import type { ScanMetrics } from './scan-metrics.ts';
import type { ScanTargetCache } from './scan-target-cache.ts';
import type { ScanTargets } from './scan-targets.ts';
import { traceBatch } from './trace-batch.ts';
import type { VisitorSalt } from './visitor-salt.ts';

interface LedgerOptions {
  pool: pg.Pool;
  contact: DatabaseContact;
  targets: ScanTargets;
  cache: ScanTargetCache;
  journal: ScanJournal;
  salt: VisitorSalt;
  mode: Pick<LedgerMode, 'isAppending'>;
  settler: LimitSettler;
  servers: LedgerServers;
  metrics: ScanMetrics;
  clock: Clock;
  log: Log;
  lanes: number;
  tracing: Tracing | null;
  /** Whether codes without a limit redirect uncounted when no more scans can be stored (D78). */
  isFullJournalServed: boolean;
}

const pendingMax = 20_000;
const rereadsMax = 8;
const fullCodesMax = 20_000;
const unavailable: ScanAnswer = { kind: 'unavailable' };
const limitReached: ScanAnswer = { kind: 'scan_limit_reached' };

/** Decides, commits and answers batches of scans. */
export class ScanLedger {
  readonly #options: LedgerOptions;
  readonly #lanes: ScanLanes<PendingScan>;
  /** Codes that have reached their limit, with the version at that time. */
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
      // If one visitor can't be answered, the others still must be.
      this.#options.log.error({ err: error, slug: scan.slug }, 'an answer could not be written');
    }
  }

  async #runBatch(scans: PendingScan[]): Promise<void> {
    try {
      const groups = this.#decide(scans);
      const { mode, servers } = this.#options;
      const placeOf = (group: Group): BatchKind | 'elsewhere' => {
        const kind = batchKind(group, mode.isAppending);
        return kind === 'append' && servers.serverOf(group.target.qrId) !== null ? 'elsewhere' : kind;
      };
      await Promise.all(
        [...Map.groupBy(groups, placeOf)].map(([kind, own]) =>
          kind === 'elsewhere' ? this.#checkGroups(own) : this.#runGroups(own, kind),
        ),
      );
    } catch (error) {
      this.#options.log.error({ err: error }, 'a batch of scans failed');
      for (const scan of scans) this.#answer(scan, unavailable);
    }
  }

  /** The first server checks, the ledger servers count (docs/adr/0020-ledger-servers.md). */
  async #checkGroups(groups: Group[]): Promise<void> {
    const { servers } = this.#options;
    const asked = makeBatch(this.#options, groups, false);
    const checked = await commitBatch(this.#options, asked, groups, { run: checkBatch, isCounting: false });
    if (checked.kind === 'away') return this.#answerOffline(makeBatch(this.#options, groups, true), groups);
    if (checked.kind === 'refused') return this.#runGroups(groups, 'append');
    const { isFresh, epoch, mapVersion } = checked.answer;
    if (mapVersion !== servers.mapVersion) {
      await servers.refresh();
      return this.#decideAgain(groups);
    }
    for (const [index, group] of groups.entries()) if (!isFresh[index]) this.#reread(group);
    const fresh = groups.filter((_, index) => isFresh[index]);
    const byServer = Map.groupBy(fresh, ({ target }) => servers.serverOf(target.qrId));
    await Promise.all(
      [...byServer].map(([server, own]) =>
        server === null ? this.#runGroups(own, 'append') : this.#appendElsewhere(own, server, epoch),
      ),
    );
  }

  async #appendElsewhere(groups: Group[], server: LedgerServer, epoch: number): Promise<void> {
    const batch = makeBatch(this.#options, groups, true);
    const append = (pool: pg.Pool) => appendElsewhere(pool, batch, epoch);
    const result = await this.#commit(batch, groups, { run: append, isCounting: true }, server);
    if (result.kind === 'committed') return this.#answerGroups(batch, groups, result.answer, server.pool);
    // The server doesn't have this batch, so another server may count it.
    if (result.kind === 'refused' || !result.isSent) return this.#runGroups(groups, 'append');
    return this.#answerInDoubt(batch, groups, server.id);
  }

  /** We don't know whether the server has counted it. That is recorded before anybody is answered, and the server is asked later. */
  async #answerInDoubt(batch: ScanBatch, groups: Group[], serverId: string): Promise<void> {
    const note = (pool: pg.Pool) => noteDoubt(pool, batch, serverId);
    const noted = await this.#commit(batch, groups, { run: note, isCounting: true });
    if (noted.kind !== 'committed') return this.#answerOffline({ ...batch, serverId }, groups);
    // Changed meanwhile: the old state may have been counted, so it can't be decided again.
    for (const [index, group] of groups.entries())
      if (noted.answer[index]?.isStale) this.#refuse([group]);
      else this.#answerGroup(group, noted.answer[index]);
  }

  /** Another server counts these codes now. */
  #decideAgain(groups: Group[]): void {
    for (const { counted, uncounted } of groups)
      for (const { scan } of [...counted, ...uncounted]) {
        scan.rereads += 1;
        if (scan.rereads > rereadsMax) this.#answer(scan, unavailable);
        else this.#enqueue(scan);
      }
  }

  async #commit(
    batch: ScanBatch,
    groups: Group[],
    statement: BatchStatement,
    server: Pick<LedgerServer, 'pool' | 'contact'> = this.#options,
  ): Promise<CommitResult> {
    const { pool, contact } = server;
    const span = traceBatch(this.#options.tracing, groups, statement.isCounting);
    const result = await commitBatch({ ...this.#options, pool, contact }, batch, groups, statement);
    span?.end(describeFailure(result));
    return result;
  }

  #answerGroups(batch: ScanBatch, groups: Group[], grants: Grant[], pool: pg.Pool): void {
    for (const [index, group] of groups.entries()) this.#answerGroup(group, grants[index]);
    this.#forgetRefused(batch, groups, grants, pool);
  }

  async #runGroups(groups: Group[], kind: BatchKind): Promise<void> {
    const statement = statements[kind];
    const batch = makeBatch(this.#options, groups, statement.isCounting);
    const result = await this.#commit(batch, groups, statement);
    switch (result.kind) {
      case 'committed':
        return this.#answerGroups(batch, groups, result.answer, this.#options.pool);
      case 'refused':
        if (groups.length > 1) return this.#runApart(groups, kind, result.refusal);
        return this.#answerRefused(batch, groups, result.refusal);
      case 'away':
        return this.#answerOffline(batch, groups);
    }
  }

  /** One code can't be counted, because its row is locked for long or its page is damaged; the others can. */
  async #runApart(groups: Group[], kind: BatchKind, refusal: CommitRefusal): Promise<void> {
    if (refusal === 'locked') {
      // In parallel: each may wait for its row.
      await Promise.all(groups.map((group) => this.#runGroups([group], kind)));
      return;
    }
    const middle = groups.length >> 1;
    await this.#runGroups(groups.slice(0, middle), kind);
    await this.#runGroups(groups.slice(middle), kind);
  }

  /** A code that can't be counted even alone. Damaged codes are served as during an outage. */
  async #answerRefused(batch: ScanBatch, groups: Group[], refusal: CommitRefusal): Promise<void> {
    if (refusal === 'damaged') return this.#answerOffline(batch, groups);
    this.#refuse(groups);
  }

  #refuse(groups: Group[]): void {
    for (const { counted, uncounted } of groups) {
      for (const { scan } of [...counted, ...uncounted]) this.#answer(scan, unavailable);
    }
  }

  /** Events of scans that were not granted are removed (D58). That is rare, so it costs the others nothing. */
  #forgetRefused(batch: ScanBatch, groups: Group[], grants: Grant[], pool: pg.Pool): void {
    const isRefused = groups.some(({ counted }, index) => counted.length > (grants[index]?.counted ?? 0));
    if (!isRefused || batch.events === '[]') return;
    const kept = keepCounted(JSON.parse(batch.events) as LedgerEvent[], grants);
    updateEvents(pool, batch, JSON.stringify(kept)).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'events of refused scans could not be removed'),
    );
  }

  #decide(scans: PendingScan[]): Group[] {
    return groupScans(scans, {
      targetOf: ({ slug, target }) => this.#options.cache.findKnown(slug) ?? target,
      // A full code stays full until its version rises: we only ask about it and write nothing.
      isFull: ({ qrId, version }) => this.#full.get(qrId) === version,
      salt: () => this.#options.salt.get(),
    });
  }

  #answerGroup(group: Group, grant: Grant | undefined): void {
    if (grant === undefined || grant.isStale) return this.#reread(group);
    const { qrId, version } = group.target;
    if (grant.isUnsettled) return this.#settle(group);
    if (grant.isFull) this.#full.set(qrId, version);
    else if (this.#full.get(qrId) === version) {
      // It isn't full after all. The scans that we only asked about were not counted yet.
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

  /** Its limit is new: decide again when its open scans are known. Outcomes that don't depend on the limit don't wait. */
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

  /** Our knowledge is outdated: read it again and decide again. */
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
