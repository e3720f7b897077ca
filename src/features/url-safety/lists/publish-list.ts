import assert from 'node:assert';
import { sql } from 'kysely';
import type { HashList } from '#core/safety/hash-list.ts';
import type { Db } from '../../database.ts';
import { insertExamineJob, insertSafetyChange, raiseSafetyVersion } from '../rescan/change-queries.ts';
import { updateUnverifiedDue } from '../rescan/destination-queries.ts';
import { insertListChange, measureChanges, replaceSnapshot } from './threat-list-queries.ts';

const changesMax = 100;
const rowsAtOnce = 1_000;
const pagesMax = 1_000;

interface Publication {
  listId: string;
  /** The base of the update: if it has changed, another process was faster. */
  baseVersion: number;
  old: HashList;
  next: HashList;
  token: string | null;
  nextUpdateAt: Date;
}

/** The new list, its changes, and the job to examine them, in one transaction. */
export async function publishList(
  db: Db,
  publication: Publication,
): Promise<{ added: number; removed: number }> {
  const { listId, baseVersion, old, next, token, nextUpdateAt } = publication;
  const added = next.without(old);
  const removed = old.without(next);
  const isChanged = added.size + removed.size > 0 || baseVersion === 0;
  const { versions, bytes } = await measureChanges(db, listId);
  const isLong = versions >= changesMax || bytes > bytesOf(next) / 2;
  await db.transaction().execute(async (tx) => {
    const status = { token, next_update_at: nextUpdateAt, failures: 0, last_error: null };
    const withSnapshot = isChanged && (baseVersion === 0 || isLong || bytesOf(added) > bytesOf(next) / 2);
    if (withSnapshot) await replaceSnapshot(tx, listId, next);
    if (isChanged) {
      await insertSafetyChange(tx, { source: listId, kind: 'added', keys: keysOf(added) });
      await insertSafetyChange(tx, { source: listId, kind: 'removed', keys: keysOf(removed) });
      await insertExamineJob(tx);
    }
    // Writes of codes wait from here to the commit: nothing slow may follow.
    const version = isChanged ? await raiseSafetyVersion(tx) : baseVersion;
    if (isChanged && !withSnapshot)
      await insertListChange(tx, listId, { from: baseVersion, version, added, removed });
    const updated = await tx
      .updateTable('threat_lists')
      .set({
        ...status,
        version,
        ...(withSnapshot && { snapshot_version: version }),
        entries: next.size,
        updated_at: sql`now()`,
      })
      .where('list_id', '=', listId)
      .where('version', '=', baseVersion)
      .executeTakeFirst();
    assert.equal(updated.numUpdatedRows, 1n, `${listId} was updated by another process`);
  });
  // After the commit, and not too many at once, because others lock some of them.
  if (baseVersion === 0)
    for (let page = 0; page < pagesMax; page++) if ((await updateUnverifiedDue(db, rowsAtOnce)) === 0) break;
  return { added: added.size, removed: removed.size };
}

function bytesOf(list: HashList): number {
  return list.runs.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** The first four bytes of each entry, of any length. */
function keysOf(list: HashList): Buffer {
  const keys = Buffer.alloc(list.size * 4);
  let at = 0;
  for (const { length, bytes } of list.runs)
    for (let from = 0; from < bytes.length; from += length) {
      keys.set(bytes.subarray(from, from + 4), at);
      at += 4;
    }
  return keys;
}
