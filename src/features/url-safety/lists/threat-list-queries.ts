import { sql } from 'kysely';
import { HashList, type HashRun } from '#core/safety/hash-list.ts';
import type { Db, Tx } from '../../database.ts';
import type { SafetyRule } from './safety-lists.ts';

export async function findSafetyState(db: Db): Promise<{ version: number; rules_version: number }> {
  return db.selectFrom('safety_state').select(['version', 'rules_version']).executeTakeFirstOrThrow();
}

export async function findRules(db: Db): Promise<Map<string, SafetyRule>> {
  const rows = await db.selectFrom('safety_rules').select(['expression', 'action', 'reason']).execute();
  return new Map(rows.map(({ expression, action, reason }) => [expression, { action, reason }]));
}

export interface ThreatListRow {
  list_id: string;
  version: number;
  snapshot_version: number;
  entries: number;
  token: string | null;
  updated_at: Date | null;
  next_update_at: Date;
  failures: number;
  last_error: string | null;
}

export function listThreatLists(db: Db, listIds: readonly string[]): Promise<ThreatListRow[]> {
  if (listIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('threat_lists').selectAll().where('list_id', 'in', listIds).execute();
}

export function listAllThreatLists(db: Db): Promise<ThreatListRow[]> {
  return db.selectFrom('threat_lists').selectAll().orderBy('list_id').execute();
}

/** Chunk by chunk: the driver keeps a buffer of the largest response as long as the connection lives. */
export async function findSnapshot(db: Db, listId: string): Promise<HashList> {
  const chunks = await db
    .selectFrom('threat_list_chunks')
    .select(['prefix_length', 'ordinal', sql<number>`length(entries)`.as('bytes')])
    .where('list_id', '=', listId)
    .orderBy('prefix_length')
    .orderBy('ordinal')
    .execute();
  const runs: HashRun[] = [];
  for (const [length, parts] of Map.groupBy(chunks, (chunk) => chunk.prefix_length)) {
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes, 0));
    let at = 0;
    for (const { ordinal } of parts) {
      const { entries } = await db
        .selectFrom('threat_list_chunks')
        .select('entries')
        .where('list_id', '=', listId)
        .where('prefix_length', '=', length)
        .where('ordinal', '=', ordinal)
        .executeTakeFirstOrThrow();
      bytes.set(entries, at);
      at += entries.length;
    }
    runs.push({ length, bytes });
  }
  return new HashList(runs);
}

export interface ListChange {
  from: number;
  version: number;
  added: HashList;
  removed: HashList;
}

/** In order. */
export async function listChangesSince(db: Db, listId: string, version: number): Promise<ListChange[]> {
  const rows = await db
    .selectFrom('threat_list_changes')
    .select(['version', 'from_version', 'prefix_length', 'added', 'removed'])
    .where('list_id', '=', listId)
    .where('version', '>', version)
    .orderBy('version')
    .execute();
  return [...Map.groupBy(rows, (row) => row.version)].map(([changed, parts]) => ({
    from: parts[0]?.from_version ?? 0,
    version: changed,
    added: new HashList(parts.map((part) => ({ length: part.prefix_length, bytes: part.added }))),
    removed: new HashList(parts.map((part) => ({ length: part.prefix_length, bytes: part.removed }))),
  }));
}

export async function measureChanges(db: Db, listId: string): Promise<{ versions: number; bytes: number }> {
  return db
    .selectFrom('threat_list_changes')
    .select((eb) => [
      sql<number>`count(distinct version)::int`.as('versions'),
      eb.fn.coalesce(sql<number>`sum(length(added) + length(removed))::int`, sql<number>`0`).as('bytes'),
    ])
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow();
}

const chunkBytes = 240_000;

export async function replaceSnapshot(tx: Tx, listId: string, list: HashList): Promise<void> {
  await tx.deleteFrom('threat_list_chunks').where('list_id', '=', listId).execute();
  await tx.deleteFrom('threat_list_changes').where('list_id', '=', listId).execute();
  for (const { length, bytes } of list.runs) {
    const step = Math.floor(chunkBytes / length) * length;
    for (let from = 0; from < bytes.length; from += step) {
      await tx
        .insertInto('threat_list_chunks')
        .values({
          list_id: listId,
          prefix_length: length,
          ordinal: from / step,
          entries: Buffer.from(bytes.subarray(from, from + step)),
        })
        .execute();
    }
  }
}

export async function insertListChange(tx: Tx, listId: string, change: ListChange): Promise<void> {
  const lengths = new Set([...change.added.runs, ...change.removed.runs].map(({ length }) => length));
  const bytesOf = (list: HashList, length: number) =>
    Buffer.from(list.runs.find((run: HashRun) => run.length === length)?.bytes ?? []);
  for (const length of lengths) {
    await tx
      .insertInto('threat_list_changes')
      .values({
        list_id: listId,
        version: change.version,
        prefix_length: length,
        from_version: change.from,
        added: bytesOf(change.added, length),
        removed: bytesOf(change.removed, length),
      })
      .execute();
  }
}
