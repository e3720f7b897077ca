import type pg from 'pg';
import type { Grant } from '#core/ledger-record.ts';
import type { Log } from '#platform/log.ts';
import { isDamage, isLockTimeout, isOwnMistake, isTransient, sqlState } from '#platform/postgres.ts';
import { appendScans } from './append-scans.ts';
import { confirmBatch, countScans } from './count-scans.ts';
import type { DatabaseContact } from './database-contact.ts';
import { isPartitionMissing, makeScanPartition } from './ledger-statements.ts';
import type { ScanBatch } from './scan-batch.ts';
import type { Group } from './scan-group.ts';
import type { ScanMetrics } from './scan-metrics.ts';

/**
 * How a batch is decided: `append` counts scans of codes without a limit, `count` those of any code, and `confirm` asks whether what was
 * decided without counting still holds.
 */
export type BatchKind = 'append' | 'count' | 'confirm';

const statements = { append: appendScans, count: countScans, confirm: confirmBatch };

/** Why PostgreSQL, although it is there, doesn't count a batch. */
export type CommitRefusal = 'locked' | 'damaged' | 'mistaken';

export type CommitResult =
  | { kind: 'committed'; grants: Grant[] }
  | { kind: 'refused'; refusal: CommitRefusal }
  /** It is not known whether the batch was counted, but its id will tell. */
  | { kind: 'away' };

interface CommitParts {
  pool: pg.Pool;
  contact: DatabaseContact;
  metrics: ScanMetrics;
  log: Log;
}

const triesMax = 4;

/** Runs a batch under its ID, so that it counts once however often it is sent. */
export async function commitBatch(
  { pool, contact, metrics, log }: CommitParts,
  batch: ScanBatch,
  groups: Group[],
  kind: BatchKind,
): Promise<CommitResult> {
  if (!contact.isUp) return { kind: 'away' };
  /** Whether an attempt may have been counted: then only the batch's own id can tell. */
  let isUnknown = false;
  for (let attempt = 1; ; attempt++) {
    const startedMs = performance.now();
    try {
      const grants = await statements[kind](pool, batch);
      if (kind === 'confirm') contact.succeeded();
      else contact.committed();
      metrics.observeBatch(groups, (performance.now() - startedMs) / 1_000);
      return { kind: 'committed', grants };
    } catch (error) {
      const refusal = refusalOf(error);
      if (isUnknown && refusal !== null) return { kind: 'away' };
      isUnknown ||= sqlState(error) === null;
      if (refusal === 'locked') return { kind: 'refused', refusal };
      if (isPartitionMissing(error) && attempt < triesMax) await makeScanPartition(pool, batch.recordedOn);
      else if (isTransient(error) && attempt < triesMax) continue;
      else if (refusal !== null) {
        const isAlone = groups.length === 1;
        if (isAlone) metrics.countRefused();
        log.error({ err: error, slugs: isAlone ? groups[0]?.slug : undefined }, 'scans can not be counted');
        return { kind: 'refused', refusal };
      }
      // A connection may have died since it was last used; once more, under the same id.
      else if ((attempt > 1 || isTimeout(error)) && contact.failed(error)) return { kind: 'away' };
    }
  }
}

function refusalOf(error: unknown): CommitRefusal | null {
  if (isLockTimeout(error)) return 'locked';
  if (isDamage(error)) return 'damaged';
  return isOwnMistake(error) ? 'mistaken' : null;
}

/** A second try would wait as long again. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}
