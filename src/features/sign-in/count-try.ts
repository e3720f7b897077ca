import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

interface TryLimit {
  /** What is tried: limits of one don't touch the other. */
  kind: 'sign-in' | 'mail' | 'sign-up';
  max: number;
  minutes: number;
}

export const tryLimits = {
  signIn: { kind: 'sign-in', max: 20, minutes: 15 },
  mail: { kind: 'mail', max: 5, minutes: 60 },
  signUp: { kind: 'sign-up', max: 30, minutes: 60 },
} satisfies Record<string, TryLimit>;

/**
 * Counts a try at a mail address, known or not, or from a network; false if there were too many. What is stored tells nobody which
 * it was.
 */
export async function countTry(
  db: Db,
  secretKey: string,
  subject: string,
  limit: TryLimit,
): Promise<boolean> {
  const key = createHmac('sha256', secretKey)
    .update(`${limit.kind}\n${subject.trim().toLowerCase()}`)
    .digest();
  const { rows } = await sql<{ tries: number }>`
    insert into sign_in_tries as known (key, tries) values (${key}, 1)
    on conflict (key) do update set
      tries = case when known.began_at < now() - ${limit.minutes}::int * interval '1 minute' then 1 else known.tries + 1 end,
      began_at = case when known.began_at < now() - ${limit.minutes}::int * interval '1 minute' then now() else known.began_at end
    returning tries`.execute(db);
  return (rows[0]?.tries ?? 0) <= limit.max;
}

/** What no limit looks at any more. */
export async function deleteOldTries(db: Db): Promise<void> {
  await sql`delete from sign_in_tries where began_at < now() - interval '1 day'`.execute(db);
  await sql`delete from auth_rate_limits where last_request < extract(epoch from now() - interval '1 day') * 1000`.execute(
    db,
  );
}
