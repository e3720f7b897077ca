import type pg from 'pg';
import type { Grant } from '#core/ledger-record.ts';
import type { Log } from '#platform/log.ts';
import { isDamage, isLockTimeout, isOwnMistake, isTransient, sqlState } from '#platform/postgres.ts';
import { appendScans } from './append-scans.ts';
import { confirmBatch, countScans } from './count-scans.ts';
import type { DatabaseContact } from './database-contact.ts';
import { isPartitionMissing, makeScanPartition } from './ledger-statements.ts';
import { numberScans } from './number-scans.ts';
import type { ScanBatch } from './scan-batch.ts';
import type { Group } from './scan-group.ts';
import type { ScanMetrics } from './scan-metrics.ts';

/**
 * Kinds of batches: `append` counts scans of codes without a limit, `count` those of any code, `number` also decides by their numbers, and
 * `confirm` checks whether a decision without counting still holds.
 */
export type BatchKind = 'append' | 'count' | 'number' | 'confirm';

export function batchKind({ target, counted }: Group, isAppending: boolean): BatchKind {
  if (counted.length === 0) return 'confirm';
  if (target.isNumbered) return 'number';
  return target.scanLimit === null && isAppending ? 'append' : 'count';
}

/** The statement of a batch. */
export interface BatchStatement<Answer = Grant[]> {
  run: (pool: pg.Pool, batch: ScanBatch, groups: Group[]) => Promise<Answer>;
  isCounting: boolean;
}

export const statements: Record<BatchKind, BatchStatement> = {
  append: { run: appendScans, isCounting: true },
  count: { run: countScans, isCounting: true },
  number: { run: numberScans, isCounting: true },
  confirm: { run: confirmBatch, isCounting: false },
};

/** Why PostgreSQL is up but doesn't count a batch. */
export type CommitRefusal = 'locked' | 'damaged' | 'mistaken';

export type CommitResult<Answer = Grant[]> =
  | { kind: 'committed'; answer: Answer }
  | { kind: 'refused'; refusal: CommitRefusal }
  /** If it was sent, we don't know whether it was counted, but its ID will tell. */
  | { kind: 'away'; isSent: boolean };

interface CommitParts {
  pool: pg.Pool;
  contact: DatabaseContact;
  metrics: ScanMetrics;
  log: Log;
}

const triesMax = 4;

/** Runs a batch under its ID, so that it counts once however often it is sent. */
export async function commitBatch<Answer>(
  { pool, contact, metrics, log }: CommitParts,
  batch: ScanBatch,
  groups: Group[],
  { run, isCounting }: BatchStatement<Answer>,
): Promise<CommitResult<Answer>> {
  if (!contact.isUp) return { kind: 'away', isSent: false };
  /** Whether an attempt may have been counted: then only the ID of the batch can tell. */
  let isUnknown = false;
  for (let attempt = 1; ; attempt++) {
    const startedMs = performance.now();
    try {
      const answer = await run(pool, batch, groups);
      if (isCounting) contact.committed();
      else contact.succeeded();
      metrics.observeBatch(groups, (performance.now() - startedMs) / 1_000);
      return { kind: 'committed', answer };
    } catch (error) {
      const refusal = refusalOf(error);
      if (isUnknown && refusal !== null) return { kind: 'away', isSent: true };
      isUnknown ||= sqlState(error) === null;
      if (refusal === 'locked') return { kind: 'refused', refusal };
      if (isPartitionMissing(error) && attempt < triesMax) await makeScanPartition(pool, batch.recordedOn);
      else if (isTransient(error) && attempt < triesMax) continue;
      else if (refusal !== null) {
        const isAlone = groups.length === 1;
        if (isAlone) metrics.countRefused();
        log.error({ err: error, slugs: isAlone ? groups[0]?.slug : undefined }, "scans can't be counted");
        return { kind: 'refused', refusal };
      }
      // A connection may have died since its last use; try once more under the same ID.
      else if ((attempt > 1 || isTimeout(error)) && contact.failed(error))
        return { kind: 'away', isSent: true };
    }
  }
}

function refusalOf(error: unknown): CommitRefusal | null {
  if (isLockTimeout(error)) return 'locked';
  if (isDamage(error)) return 'damaged';
  return isOwnMistake(error) ? 'mistaken' : null;
}

/** A second try would wait just as long. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}

/** For the trace. */
export function describeFailure(result: CommitResult): string | undefined {
  if (result.kind === 'committed') return undefined;
  return `PostgreSQL: ${result.kind === 'away' ? 'away' : result.refusal}`;
}
