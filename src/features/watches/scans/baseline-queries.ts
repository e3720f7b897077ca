import { sql } from 'kysely';
import type { ScanState } from '#core/watch/next-scan-state.ts';
import type { ScanBaseline } from '#core/watch/scan-baseline.ts';
import { type Packed, unpack } from '../../analytics/analytics-queries.ts';
import type { Db, Tx } from '../../database.ts';

/** A code whose scans are watched. */
export interface ScanWatch {
  qr_id: string;
  time_zone: string;
}

/** Codes whose baseline is due, or that have none yet. */
export async function listToLearn(db: Db, now: Date, limit: number): Promise<ScanWatch[]> {
  const { rows } = await sql<ScanWatch>`
    select qr_id, time_zone from watches join accounts using (account_id) left join scan_baselines using (qr_id)
    where watches_scans and (next_at is null or next_at <= ${now}) limit ${limit}`.execute(db);
  return rows;
}

export interface DayScans {
  subject_id: string;
  day: string;
  /** Pairs of a quarter of an hour and its scans. */
  slots: number[];
}

export async function listDayScans(db: Db, qrIds: string[], first: string): Promise<DayScans[]> {
  const { rows } = await sql<Packed<DayScans>>`
    select subject_id, to_char(day, 'YYYY-MM-DD') as day, array_send(slots) as slots from scan_days
    where subject_id = any(${qrIds}::uuid[]) and dimension = 'total' and value = '' and day >= ${first}
    order by subject_id, day`.execute(db);
  return rows.map(unpack);
}

export interface LearnedBaseline {
  qrId: string;
  /** Null: too few scans to know what is usual. */
  baseline: ScanBaseline | null;
  lastScanAt: Date;
  quietAt: Date | null;
}

/** While a code is silent, its alarm was given: there is no next one until it is scanned. */
export async function upsertBaselines(
  db: Db,
  learned: LearnedBaseline[],
  now: Date,
  nextAt: Date,
): Promise<void> {
  const rows = learned.map(({ qrId, baseline, lastScanAt, quietAt }) => ({
    qr_id: qrId,
    hours: baseline?.hours ?? [],
    quiet_limit: baseline?.quietLimit ?? 0,
    surge_ratio: baseline?.surgeRatio ?? 0,
    last_scan_at: lastScanAt,
    quiet_at: quietAt,
  }));
  await sql`
    insert into scan_baselines as known (qr_id, computed_at, next_at, hours, quiet_limit, surge_ratio, last_scan_at, quiet_at)
    select qr_id, ${now}, ${nextAt}, hours, quiet_limit, surge_ratio, last_scan_at, quiet_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item (qr_id uuid, hours double precision[], quiet_limit double precision,
      surge_ratio double precision, last_scan_at timestamptz, quiet_at timestamptz)
    where exists (select from watches where watches.qr_id = item.qr_id and watches_scans)
    on conflict (qr_id) do update set computed_at = excluded.computed_at, next_at = excluded.next_at, hours = excluded.hours,
      quiet_limit = excluded.quiet_limit, surge_ratio = excluded.surge_ratio, last_scan_at = excluded.last_scan_at,
      quiet_at = case when known.quiet_since is null then excluded.quiet_at end`.execute(db);
}

export interface BaselineRow extends ScanWatch {
  hours: number[];
  quiet_limit: number;
  surge_ratio: number;
  last_scan_at: Date;
  quiet_at: Date | null;
  quiet_since: Date | null;
  surge_since: Date | null;
  /** Whether scans can be expected at all, and since when at the latest: before, the code may have been closed. */
  is_open: boolean;
  changed_at: Date;
}

const baselineColumns =
  sql.raw(`qr_id, time_zone, hours, quiet_limit, surge_ratio, last_scan_at, quiet_at, quiet_since, surge_since,
  greatest(qr_codes.updated_at, projects.updated_at) as changed_at, state.status = 'active' and analytics_enabled and not is_archived and suspended_at is null
    and (scan_limit is null or scan_count + pending < scan_limit) and (expires_at is null or expires_at > now()) as is_open`);
const baselineTables =
  sql.raw(`scan_baselines join watches using (qr_id) join accounts using (account_id) join qr_codes using (qr_id)
  join scan_state state using (qr_id) join projects using (project_id)`);

/** Codes that should have been scanned by now, if nothing has changed. */
export async function listSilent(db: Db, until: Date, limit: number): Promise<BaselineRow[]> {
  const { rows } = await sql<BaselineRow>`
    select ${baselineColumns} from ${baselineTables}
    where quiet_at <= ${until} and watches_scans order by quiet_at limit ${limit}`.execute(db);
  return rows;
}

/** Codes with enough scans today or yesterday for a surge, and those whose silence or surge may have ended. In pages, by ID. */
export async function listBusy(
  db: Db,
  today: string,
  after: string,
  scansMin: number,
  limit: number,
): Promise<BaselineRow[]> {
  const { rows } = await sql<BaselineRow>`
    select ${baselineColumns} from ${baselineTables}
    where qr_id > ${after}::uuid and watches_scans and hours <> '{}' and (quiet_since is not null or surge_since is not null or exists (
      select from scan_days where subject_id = qr_id and dimension = 'total' and value = '' and day >= ${today}::date - 1
        and scans >= ${scansMin}))
    order by qr_id limit ${limit}`.execute(db);
  return rows;
}

/** Returns false if another process has stored something else meanwhile. */
export async function updateScanState(tx: Tx, row: BaselineRow, next: ScanState): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update scan_baselines set last_scan_at = ${new Date(next.lastScanMs)}, quiet_at = ${dateOf(next.quietAtMs)},
      quiet_since = ${dateOf(next.quietSinceMs)}, surge_since = ${dateOf(next.surgeSinceMs)}
    where qr_id = ${row.qr_id} and quiet_since is not distinct from ${row.quiet_since}
      and surge_since is not distinct from ${row.surge_since}`.execute(tx);
  return numAffectedRows === 1n;
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

export interface ScanStateRow {
  quiet_since: Date | null;
  surge_since: Date | null;
  /** Null: too few scans to know. */
  scans_per_week: number | null;
}

export async function findScanState(db: Db, qrId: string): Promise<ScanStateRow | undefined> {
  const { rows } = await sql<ScanStateRow>`
    select quiet_since, surge_since, (select sum(scans) from unnest(hours) as scans) as scans_per_week
    from scan_baselines where qr_id = ${qrId}`.execute(db);
  return rows[0];
}

/** Notes that somebody has looked, and returns since when that was so without a break. */
export async function noteLook(db: Db, now: Date, breakMs: number): Promise<Date> {
  const { rows } = await sql<{ sure_since: Date }>`
    insert into scan_watch as known (id, sure_since, looked_at) values (1, ${now}, ${now})
    on conflict (id) do update set looked_at = excluded.looked_at,
      sure_since = case when excluded.looked_at > known.looked_at + ${breakMs} * interval '1 millisecond' then excluded.looked_at
        else known.sure_since end
    returning sure_since`.execute(db);
  return rows[0]?.sure_since ?? now;
}
