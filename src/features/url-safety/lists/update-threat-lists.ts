import { sql } from 'kysely';
import { backOffMs } from '#core/safety/back-off.ts';
import { HashList } from '#core/safety/hash-list.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Db } from '../../database.ts';
import type { SafetyMetrics } from '../safety-metrics.ts';
import type { ListSource, ListUpdate } from './list-source.ts';
import { publishList } from './publish-list.ts';
import { listThreatLists, type ThreatListRow } from './threat-list-queries.ts';
import type { ThreatLists } from './threat-lists.ts';

interface UpdateParts {
  lists: ThreatLists;
  sources: readonly ListSource[];
  metrics: SafetyMetrics;
  clock: Clock;
  log: Log;
  random(): number;
}

/** Updates every list that is due. A failure leaves the list unchanged, and its server is not asked for a while. */
export async function updateThreatLists(db: Db, parts: UpdateParts): Promise<void> {
  const ids = parts.sources.map(({ listId }) => listId);
  for (const listId of ids)
    await db
      .insertInto('threat_lists')
      .values({ list_id: listId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const rows = await listThreatLists(db, ids);
  for (const source of parts.sources) {
    const row = rows.find(({ list_id }) => list_id === source.listId);
    if (row !== undefined && row.next_update_at.getTime() <= parts.clock.nowMs())
      await updateList(db, parts, source, row);
  }
}

async function updateList(db: Db, parts: UpdateParts, source: ListSource, row: ThreatListRow): Promise<void> {
  const { lists, metrics, log } = parts;
  const { listId } = source;
  const { threats } = await lists.refresh();
  const old = threats.get(listId);
  const hashes = old?.hashes ?? HashList.empty;
  let update: ListUpdate;
  try {
    // The token belongs to its list.
    update = await source.update(hashes, old?.version === row.version ? row.token : null);
  } catch (error) {
    metrics.updates.inc({ outcome: 'failed' });
    log.warn({ err: error, listId }, 'a threat list could not be updated; the last good one stays');
    return recordFailure(db, parts, row, error);
  }
  // From here on, failures are our own: the job is retried, and the server is not blamed.
  const { next, ...rest } = update;
  const published = await publishList(db, {
    listId,
    baseVersion: row.version,
    old: hashes,
    next: next ?? hashes,
    ...rest,
  });
  metrics.updates.inc({ outcome: 'updated' });
  log.info({ listId, ...published, entries: (next ?? hashes).size }, 'a threat list was updated');
}

async function recordFailure(db: Db, parts: UpdateParts, row: ThreatListRow, error: unknown): Promise<void> {
  const failures = row.failures + 1;
  await db
    .updateTable('threat_lists')
    .set({
      failures: sql`failures + 1`,
      last_error: error instanceof Error ? error.message.slice(0, 500) : String(error),
      next_update_at: new Date(parts.clock.nowMs() + backOffMs(failures, parts.random())),
    })
    .where('list_id', '=', row.list_id)
    .execute();
}
