import { sql } from 'kysely';
import { addJob } from '../../add-job.ts';
import type { Db, Tx } from '../../database.ts';

/** Maximum number of hashes per row, so that progress is recorded from time to time. */
const keysMax = 100_000;

/** From here on, no write with an earlier check can commit. Held until the transaction ends, so taken last. */
export async function raiseSafetyVersion(tx: Tx): Promise<number> {
  await sql`select lock_safety()`.execute(tx);
  const { version } = await tx
    .updateTable('safety_state')
    .set({ version: sql`version + 1` })
    .returning('version')
    .executeTakeFirstOrThrow();
  await sql`select pg_notify('safety_changed', ${String(version)})`.execute(tx);
  return version;
}

export async function insertSafetyChange(
  tx: Tx,
  change: { source: string; kind: 'added' | 'removed'; keys: Buffer },
): Promise<void> {
  for (let from = 0; from < change.keys.length; from += keysMax * 4) {
    await tx
      .insertInto('safety_changes')
      .values({ ...change, keys: change.keys.subarray(from, from + keysMax * 4) })
      .execute();
  }
}

/** One job is enough for all changes; a running one is followed by another. */
export async function insertExamineJob(db: Db): Promise<void> {
  const options = { key: 'examine-safety-changes', maxAttempts: 1_000, priority: -10 };
  await addJob(db, 'examine-safety-changes', null, options);
}

export interface SafetyChangePart {
  change_id: number;
  kind: 'added' | 'removed';
  /** The next ones, not all. */
  keys: Buffer;
  position: number;
}

/** The operator's first, then the shortest. Chosen before its keys are read, so that the keys of others are not. */
export function findNextChange(db: Db, keys: number): Promise<SafetyChangePart | undefined> {
  return db
    .selectFrom('safety_changes')
    .select([
      'change_id',
      'kind',
      'position',
      sql<Buffer>`substring(keys from position * 4 + 1 for ${keys * 4})`.as('keys'),
    ])
    .where('change_id', '=', (choice) =>
      choice
        .selectFrom('safety_changes')
        .select('change_id')
        .orderBy(sql`source = 'operator'`, 'desc')
        .orderBy(sql`length(keys) - position * 4`)
        .orderBy('change_id')
        .limit(1),
    )
    .executeTakeFirst();
}

export async function updateChangePosition(db: Db, changeId: number, position: number): Promise<void> {
  await db.updateTable('safety_changes').set({ position }).where('change_id', '=', changeId).execute();
}

export async function deleteChange(db: Db, changeId: number): Promise<void> {
  await db.deleteFrom('safety_changes').where('change_id', '=', changeId).execute();
}

/** Checks at once which lists are due: on a first start nothing can be written before they exist. */
export async function insertDueListsJob(db: Db): Promise<void> {
  await addJob(db, 'update-threat-lists', null, { key: 'update-threat-lists', priority: -10 });
}

/** Every list is due, whatever its server requested: an operator asked for it. */
export async function insertUpdateJob(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('threat_lists').set({ next_update_at: sql`now()` }).execute();
    await addJob(tx, 'update-threat-lists', null, { priority: -10 });
  });
}
