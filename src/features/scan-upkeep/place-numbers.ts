import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '#platform/log.ts';
import type { Db } from '../database.ts';
import { listPartitionDays } from '../partition-queries.ts';
import { refreshListFacts } from '../qr-codes/list-fact-queries.ts';

const rowsMax = 500;
/** Batches per row of `scan_places`. */
const batchesPerRow = 100;
const pauseMs = 500;
/** Without a gap before the run of the next minute, which waits in the queue. */
const runMsMax = 60_000;

/** How soon lists know of scans. A code that is scanned all the time costs one update per pause. */
const refreshMs = 10_000;
const refreshedAtOnce = 1_000;

/** Runs for most of a minute: today's and yesterday's numbers again and again, and once what earlier days have left. It never fails. */
export async function keepPlacing(db: Db, log: Log, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + runMsMax;
  const isOver = () => signal.aborted || performance.now() >= endMs;
  const scanned = new Set<string>();
  let refreshedMs = performance.now();
  const placeAll = async (day: string) => {
    for (let rows = 1; rows > 0 && !isOver(); ) {
      const placed = await placeNumbers(db, day);
      rows = placed.rows;
      for (const qrId of placed.qrIds) scanned.add(qrId);
    }
  };
  const placeDays = async (days: string[]) => {
    for (const day of days) {
      try {
        await placeAll(day);
      } catch (error) {
        // One day must not hold up the others, nor folding.
        log.warn({ err: error, day }, 'numbers of scans could not be moved; retrying soon');
      }
    }
  };
  await placeDays(recentDays());
  await placeDays(await listPartitionDays(db, 'scan_numbers').catch(() => []));
  while (!isOver()) {
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    await placeDays(recentDays());
    if (performance.now() - refreshedMs < refreshMs) continue;
    await refreshLists(db, scanned, log);
    refreshedMs = performance.now();
  }
  await refreshLists(db, scanned, log);
}

/** If it fails, the comparison of the night makes up for it. */
async function refreshLists(db: Db, scanned: Set<string>, log: Log): Promise<void> {
  const qrIds = [...scanned].sort();
  scanned.clear();
  try {
    for (let at = 0; at < qrIds.length; at += refreshedAtOnce)
      await refreshListFacts(db, qrIds.slice(at, at + refreshedAtOnce));
  } catch (error) {
    log.warn({ err: error }, 'lists could not be refreshed; the next comparison does so');
  }
}

function recentDays(): string[] {
  const now = Date.now();
  return [now - 86_400_000, now].map((ms) => new Date(ms).toISOString().slice(0, 10));
}

/**
 * Moves numbers of a day: `scan_numbers` has a row per batch, `scan_places` a row per code and run of numbers.
 * @returns how many rows were moved, and the codes in them.
 */
export async function placeNumbers(db: Db, day: string): Promise<{ rows: number; qrIds: string[] }> {
  return db.transaction().execute(async (tx) => {
    // A statement of its own, so that the next one sees which codes were deleted before.
    await sql`select pg_advisory_xact_lock(hashtext('place_scan_numbers'))`.execute(tx);
    const { rows } = await sql<{ moved: number; qr_ids: string | null }>`
      with moved as (
        delete from scan_numbers where numbered_on = ${day}::date and ctid = any(array(
          select ctid from scan_numbers where numbered_on = ${day}::date limit ${rowsMax} for update skip locked))
        returning recorded_on, batch_id, qr_ids, first_numbers, scans),
      codes as (
        select code.*, moved.recorded_on, moved.batch_id from moved
          cross join lateral unnest(moved.qr_ids, moved.first_numbers, moved.scans) as code (qr_id, first_number, scans)
        -- Erased codes have no places.
        where code.scans > 0 and exists (select from qr_codes where qr_codes.qr_id = code.qr_id)),
      -- Consecutive numbers have the same difference to the sum of the scans before.
      runs as (
        select *, first_number - coalesce(sum(scans) over before, 0) as run, row_number() over numbered as nth from codes
        window before as (partition by qr_id order by first_number rows between unbounded preceding and 1 preceding),
          numbered as (partition by qr_id order by first_number)),
      placed as (
        insert into scan_places (numbered_on, qr_id, first_number, last_number, recorded_on, batch_ids, scans)
        select ${day}::date, qr_id, min(first_number), max(first_number + scans - 1), array_agg(recorded_on order by first_number),
          array_agg(batch_id order by first_number), array_agg(scans order by first_number)
        from runs group by qr_id, run, nth / ${batchesPerRow}::int),
      -- Codes whose scans somebody receives (webhooks). What came before the first receiver is not sent.
      received as (
        insert into scan_group_heads as head (qr_id, account_id, generation, announced_through, placed_through)
        select codes.qr_id, owner.account_id, receiver.generation, min(first_number) - 1, max(first_number + scans - 1)
        from codes join qr_codes owner using (qr_id) join scan_receivers receiver using (account_id)
        where (select exists (select from scan_receivers where endpoints > 0)) and receiver.endpoints > 0 and owner.analytics_enabled
        group by codes.qr_id, owner.account_id, receiver.generation
        on conflict (qr_id) do update set generation = excluded.generation,
          announced_through = case when head.generation = excluded.generation then head.announced_through else excluded.announced_through end,
          placed_through = case when head.generation = excluded.generation then greatest(head.placed_through, excluded.placed_through)
            else excluded.placed_through end)
      select (select count(*)::int from moved) as moved, (select string_agg(distinct qr_id::text, ',') from codes) as qr_ids`.execute(
      tx,
    );
    // As one text, which is parsed faster.
    return { rows: rows[0]?.moved ?? 0, qrIds: rows[0]?.qr_ids?.split(',') ?? [] };
  });
}
