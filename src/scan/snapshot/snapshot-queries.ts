import type pg from 'pg';
import { staticTypes } from '#core/qr-content/content-field.ts';
import { selectTargets, type TargetRow } from '../scan-target-queries.ts';

/** Codes without a public link are not stored, because their content may be a secret. */
const resolves = (types: string) => `c.is_slug_public and c.type <> all(${types})`;

/** Pages from the newest code back: first codes that were scanned at least once, then the others. */
export async function listSnapshotPage(
  pool: pg.Pool,
  page: { beforeId: string; isScanned: boolean; limit: number },
): Promise<TargetRow[]> {
  const { rows } = await pool.query<TargetRow>(
    // On both tables: otherwise PostgreSQL would start each page of a merge join at the newest code.
    `${selectTargets} where ${resolves('$4')} and s.qr_id < $1 and c.qr_id < $1 and (s.scan_count > 0) = $2
     order by s.qr_id desc limit $3`,
    [page.beforeId, page.isScanned, page.limit, staticTypes],
  );
  return rows;
}

export async function listChangedTargets(pool: pg.Pool, qrIds: string[]): Promise<TargetRow[]> {
  const { rows } = await pool.query<TargetRow>(
    `${selectTargets} where ${resolves('$2')} and c.qr_id = any($1)`,
    [qrIds, staticTypes],
  );
  return rows;
}

/** One code per project or account is enough to read the project or account itself. */
export async function listSamples(
  pool: pg.Pool,
  column: 'project_id' | 'account_id',
  ids: string[],
): Promise<TargetRow[]> {
  const { rows } = await pool.query<TargetRow>(
    `${selectTargets} where c.qr_id in (
       select sample.qr_id from unnest($1::uuid[]) as wanted (id)
       cross join lateral (select qr_id from qr_codes where ${column} = wanted.id limit 1) sample)`,
    [ids],
  );
  return rows;
}
