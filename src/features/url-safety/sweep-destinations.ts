import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '../database.ts';
import { findBetween, findDue } from './destination-queries.ts';
import { type Examiner, examineDestinations } from './examine-destinations.ts';

const rowsAtOnce = 500;
const runMsMax = 50_000;
const dayMs = 86_400_000;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Looks at those whose verdict has outlived itself, until there are none or the minute is over. */
export async function examineDue(db: Db, safety: Examiner, clock: Clock): Promise<void> {
  const endMs = clock.nowMs() + runMsMax;
  while (clock.nowMs() < endMs) {
    const urls = await findDue(db, rowsAtOnce);
    await examineDestinations(db, safety, urls, 'due');
    if (urls.length < rowsAtOnce) return;
  }
}

/** Goes through all destinations once in so many days: as far as the share of that time which is over. */
export async function sweepDestinations(
  db: Db,
  safety: Examiner,
  { clock, days }: { clock: Clock; days: number },
): Promise<void> {
  const endMs = clock.nowMs() + runMsMax;
  const state = await db
    .selectFrom('safety_state')
    .select(['sweep_position', 'sweep_started_at'])
    .executeTakeFirstOrThrow();
  const share = Math.min(1, (clock.nowMs() - state.sweep_started_at.getTime()) / (days * dayMs));
  const target = positionAt(share);
  let position = state.sweep_position;
  while (position < target && clock.nowMs() < endMs) {
    const page = await findBetween(db, position, target, rowsAtOnce);
    await examineDestinations(
      db,
      safety,
      page.map(({ url }) => url),
      'sweep',
    );
    position = page.length < rowsAtOnce ? target : (page.at(-1)?.destination_id ?? target);
    await db.updateTable('safety_state').set({ sweep_position: position }).execute();
  }
  if (position < lastId) return;
  await db
    .updateTable('safety_state')
    .set({
      sweep_position: '00000000-0000-0000-0000-000000000000',
      sweep_started_at: sql`now()`,
      sweep_finished_at: sql`now()`,
    })
    .execute();
}

/** Ids are hashes, so the share of the ids is the share of the work. */
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
