import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface DatabaseSize {
  codes: number;
  scans: number;
  projects: number;
  accounts: number;
}

/** Numbers that an operator expects in a restored backup. */
export async function countEverything(db: Db): Promise<DatabaseSize> {
  const { rows } = await sql<DatabaseSize>`select (select count(*) from qr_codes) as codes,
    (select coalesce(sum(scan_count), 0) from scan_state)::bigint + (select coalesce(sum(scans), 0) from open_counts)::bigint as scans,
    (select count(*) from projects) as projects, (select count(*) from accounts) as accounts`.execute(db);
  const [size] = rows;
  if (size === undefined) throw new Error('a count has a row');
  return size;
}
