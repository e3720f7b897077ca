import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The newest projects of an account, and whether these are all. */
export async function listReportedProjects(
  db: Db,
  accountId: string,
  projectIds: string[] | null,
  limit: number,
): Promise<{ projects: { project_id: string; name: string; is_archived: boolean }[]; isWhole: boolean }> {
  const { rows } = await sql<{ project_id: string; name: string; is_archived: boolean }>`
    select project_id, name, is_archived from projects
    where account_id = ${accountId} and (${projectIds}::uuid[] is null or project_id = any(${projectIds}::uuid[]))
    order by created_at desc, project_id desc limit ${limit + 1}`.execute(db);
  return { projects: rows.slice(0, limit), isWhole: rows.length <= limit };
}

/** Scans of several subjects together, per day as pairs of a quarter of an hour and its scans. Added up in the database: there may be thousands of rows. */
export async function listSummedDays(
  db: Db,
  subjectIds: readonly string[],
  first: string,
  last: string,
): Promise<{ day: string; slots: number[] }[]> {
  const { rows } = await sql<{ day: string; slots: number[] }>`
    select day, array_agg(number order by slot, place)::int[] as slots from (
      select to_char(day, 'YYYY-MM-DD') as day, slots[2 * nth - 1] as slot, sum(slots[2 * nth])::int as scans
      from scan_days cross join lateral generate_series(1, cardinality(slots) / 2) as nth
      where subject_id = any(${[...subjectIds]}::uuid[]) and dimension = 'total' and value = '' and day between ${first} and ${last}
      group by 1, 2) summed cross join lateral (values (1, slot), (2, scans)) as pair (place, number)
    group by day order by day`.execute(db);
  return rows;
}
