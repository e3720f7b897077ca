import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Counts one event under a key and returns how many there were since its window began. The first event after the window starts a new one. */
export async function countInWindow(db: Db, key: Buffer, minutes: number): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    insert into sign_in_tries as known (key, tries) values (${key}, 1)
    on conflict (key) do update set
      tries = case when known.began_at < now() - ${minutes}::int * interval '1 minute' then 1 else known.tries + 1 end,
      began_at = case when known.began_at < now() - ${minutes}::int * interval '1 minute' then now() else known.began_at end
    returning tries`.execute(db);
  return rows[0]?.tries ?? 0;
}
