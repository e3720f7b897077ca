import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isLockTimeout, politeLockWaitMs } from '#platform/postgres.ts';
import type { Db, Tx } from './database.ts';

const triesMax = 100;
const pauseMs = 200;

/**
 * Runs a change that locks a table of scans. Scans have priority: others wait for us only for a moment, and then we try again later.
 * @returns null: the table was locked all the time. The next run of the job tries again.
 */
export async function giveWay<Result>(db: Db, change: (tx: Tx) => Promise<Result>): Promise<Result | null> {
  for (let tries = 1; tries <= triesMax; tries++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(politeLockWaitMs)}`.execute(tx);
        return change(tx);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    await sleep(pauseMs * (0.5 + Math.random()));
  }
  return null;
}
