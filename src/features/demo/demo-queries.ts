import { sql } from 'kysely';
import type { SeenVisitor } from '#core/analytics/tally-scans.ts';
import type { Db, Tx } from '../database.ts';

/** The number of unique visitors per code and project on a past day. */
export async function updateVisitorCounts(tx: Tx, visitors: SeenVisitor[]): Promise<void> {
  const counts = new Map<string, { subject_id: string; day: string; visitors: number }>();
  for (const { subjectId, day } of visitors) {
    const known = counts.get(`${subjectId} ${day}`) ?? { subject_id: subjectId, day, visitors: 0 };
    counts.set(`${subjectId} ${day}`, { ...known, visitors: known.visitors + 1 });
  }
  await sql`update scan_days known set visitors = item.visitors
    from json_to_recordset(${JSON.stringify([...counts.values()])}) as item (subject_id uuid, day date, visitors integer)
    where known.subject_id = item.subject_id and known.day = item.day and known.dimension = 'total' and known.value = ''`.execute(
    tx,
  );
}

export async function updateScanCounts(tx: Tx, counts: Map<string, number>): Promise<void> {
  await sql`select add_scans((now() at time zone 'UTC')::date, gen_random_uuid(), ${[...counts.keys()]}::uuid[],
    ${[...counts.values()]}::int[], array_fill(null::bigint, array[${counts.size}::int]))`.execute(tx);
}

/** A sign-in without a mail, for the demo. */
export async function insertPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await sql`insert into auth_accounts (id, account_id, provider_id, user_id, password, updated_at)
    values (gen_random_uuid(), ${userId}, 'credential', ${userId}, ${passwordHash}, now())`.execute(db);
}

/** Whether the address is free. */
export async function findUserByEmail(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from auth_users where email = ${email}`.execute(db);
  return rows[0]?.id;
}
