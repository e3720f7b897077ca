import { isExact } from '#core/resolve-scan.ts';
import type { DatabaseContact } from './database-contact.ts';
import { makeJournalRecord } from './make-journal-record.ts';
import type { ScanBatch } from './scan-batch.ts';
import type { Group, PendingScan, ScanAnswer } from './scan-group.ts';
import type { ScanJournal } from './scan-journal.ts';
import type { ScanMetrics } from './scan-metrics.ts';
import type { ScanTargetCache } from './scan-target-cache.ts';

interface OfflineParts {
  journal: ScanJournal;
  contact: DatabaseContact;
  cache: ScanTargetCache;
  metrics: ScanMetrics;
  /** Whether codes without a limit redirect uncounted when no more scans can be stored (D78). */
  isFullJournalServed: boolean;
}

const unavailable: ScanAnswer = { kind: 'unavailable' };

/** Without PostgreSQL (D47): codes without a limit redirect to the last known destination, once their scans are on our disk. */
export async function answerOffline(
  { journal, contact, cache, metrics, isFullJournalServed }: OfflineParts,
  batch: ScanBatch,
  groups: Group[],
  answer: (scan: PendingScan, answer: ScanAnswer) => void,
): Promise<void> {
  // A target that is known to be outdated is not served, even now.
  const isKnown = ({ slug, target }: Group) => !isExact(target) && !cache.isOutdated(slug);
  const kept = groups.filter((group) => isKnown(group) && group.counted.length > 0);
  const isKept =
    contact.isRecent && (kept.length === 0 || (await journal.append(makeJournalRecord(batch, groups, kept))));
  for (const group of groups) {
    const { counted, uncounted } = group;
    const isAnswering = (contact.isRecent || isFullJournalServed) && isKnown(group);
    const isLost = isAnswering && !isKept && isFullJournalServed;
    if (isLost) metrics.countUncounted(counted.length);
    for (const { scan, outcome } of counted) {
      if (isLost) scan.visit.isCounted = false;
      answer(scan, isAnswering && (isKept || isLost) ? outcome : unavailable);
    }
    for (const { scan, outcome } of uncounted) answer(scan, isAnswering ? outcome : unavailable);
  }
}
