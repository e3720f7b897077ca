import { sql } from 'kysely';
import type { UtcParts } from '#core/analytics/utc-parts.ts';
import type { Db } from '../database.ts';

export interface CodeTotal {
  qr_id: string;
  scans: number;
}

/** The newest codes of a project, of each status; whether these are all. */
export async function listNewestCodes(
  db: Db,
  projectId: string,
  limit: number,
): Promise<{ qrIds: string[]; isWhole: boolean }> {
  const { rows } = await sql<{ qr_id: string; nth: number }>`
    select newest.qr_id, newest.nth from (values ('active'), ('archived'), ('blocked')) as kind (status)
      cross join lateral (select qr_id, (row_number() over (order by created_at desc, qr_codes.qr_id desc))::int as nth from qr_codes
        where project_id = ${projectId} and qr_codes.status = kind.status
        order by created_at desc, qr_codes.qr_id desc limit ${limit + 1}) newest`.execute(db);
  const compared = rows.filter(({ nth }) => nth <= limit);
  return { qrIds: compared.map(({ qr_id }) => qr_id), isWhole: compared.length === rows.length };
}

/** Scans of each code in whole months and days. */
export async function listCodeTotals(
  db: Db,
  qrIds: readonly string[],
  { months, dayRanges, surplusRanges }: UtcParts,
): Promise<CodeTotal[]> {
  const codes = sql`subject_id = any(${[...qrIds]}::uuid[]) and dimension = 'total' and value = ''`;
  const parts = [
    sql`select subject_id, scans from scan_months where ${codes} and month = any(${months}::date[])`,
    ...dayRanges.map(
      ([first, last]) =>
        sql`select subject_id, scans from scan_days where ${codes} and day between ${first} and ${last}`,
    ),
    ...surplusRanges.map(
      ([first, last]) =>
        sql`select subject_id, -scans from scan_days where ${codes} and day between ${first} and ${last}`,
    ),
  ];
  const { rows } = await sql<CodeTotal>`select subject_id as qr_id, sum(scans)::bigint as scans
    from (${sql.join(parts, sql` union all `)}) parts group by 1`.execute(db);
  return rows;
}

/** Scans of each code per quarter hour, on some days. */
export async function listCodeSlots(
  db: Db,
  qrIds: readonly string[],
  days: readonly string[],
): Promise<{ qr_id: string; day: string; slots: number[] }[]> {
  if (days.length === 0) return [];
  const { rows } = await sql<{ qr_id: string; day: string; slots: number[] }>`
    select subject_id as qr_id, to_char(day, 'YYYY-MM-DD') as day, slots from scan_days
    where subject_id = any(${[...qrIds]}::uuid[]) and dimension = 'total' and value = '' and day = any(${[...days]}::date[])`.execute(
    db,
  );
  return rows;
}

export function listNames(db: Db, qrIds: readonly string[]): Promise<{ qr_id: string; label: string }[]> {
  if (qrIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('qr_codes')
    .select(['qr_id', 'label'])
    .where('qr_id', 'in', [...qrIds])
    .execute();
}
