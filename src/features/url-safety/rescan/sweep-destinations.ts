import type { Clock } from '#platform/clock.ts';
import type { Db } from '../../database.ts';
import { deleteOrphans, type KnownDestination, listBetween, listOrphans } from './destination-queries.ts';
import { type Examiner, examineAndSettle } from './examine-destinations.ts';
import { findSweep, updateSweepFinished, updateSweepPosition } from './sweep-queries.ts';

const rowsAtOnce = 500;
const runMsMax = 50_000;
const dayMs = 86_400_000;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Checks all destinations once in this many days: as far as the share of that time that has passed. */
export async function sweepDestinations(
  db: Db,
  safety: Examiner,
  { clock, days }: { clock: Clock; days: number },
): Promise<void> {
  const endMs = clock.nowMs() + runMsMax;
  const { sweep_position: from, sweep_started_at: startedAt } = await findSweep(db);
  const share = Math.min(1, (clock.nowMs() - startedAt.getTime()) / (days * dayMs));
  const target = positionAt(share);
  let position = from;
  while (position < target && clock.nowMs() < endMs) {
    const page = await listBetween(db, position, target, rowsAtOnce);
    await sweepPage(db, safety, page);
    position = page.length < rowsAtOnce ? target : (page.at(-1)?.destination_id ?? target);
    await updateSweepPosition(db, position);
  }
  if (position >= lastId) await updateSweepFinished(db);
}

/** Destinations without codes are removed on the way. */
async function sweepPage(db: Db, safety: Examiner, page: KnownDestination[]): Promise<void> {
  if (page.length === 0) return;
  const ids = page.map(({ destination_id }) => destination_id);
  const orphans = new Set(await listOrphans(db, ids));
  if (orphans.size > 0) await deleteOrphans(db, [...orphans]);
  const kept = page.filter(({ destination_id }) => !orphans.has(destination_id));
  await examineAndSettle(
    db,
    safety,
    kept.map(({ url }) => url),
    'sweep',
  );
}

/** IDs are hashes, so the share of IDs is the share of the work. */
function positionAt(share: number): string {
  if (share >= 1) return lastId;
  const head = Math.floor(share * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
  return `${head}-0000-0000-0000-000000000000`;
}

export function sweepProgress(position: string): number {
  return Number.parseInt(position.slice(0, 8), 16) / 2 ** 32;
}
