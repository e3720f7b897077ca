import type { Db } from '../database.ts';
import {
  deleteChange,
  findFirstChange,
  type SafetyChangeRow,
  updateChangePosition,
} from './change-queries.ts';
import { findAnyUnsettled, findTouched } from './destination-queries.ts';
import { type Examiner, examineDestinations, firstId, settleDestination } from './examine-destinations.ts';

const keysAtOnce = 1_000;
const rowsAtOnce = 10_000;
const checksAtOnce = 500;

/** Looks at the destinations that changes of the lists touch, and at no others. Goes on where it was killed. */
export async function examineChanges(db: Db, safety: Examiner): Promise<void> {
  // Left behind by a worker that died between a verdict and its codes.
  for (const destination of await findAnyUnsettled(db, rowsAtOnce))
    await settleDestination(db, safety.metrics, destination);
  await safety.checker.refresh();
  for (;;) {
    const change = await findFirstChange(db);
    if (change === undefined) return;
    await examineChange(db, safety, change);
    await deleteChange(db, change.change_id);
  }
}

async function examineChange(db: Db, safety: Examiner, change: SafetyChangeRow): Promise<void> {
  const count = change.keys.length / 4;
  for (let from = change.position; from < count; from += keysAtOnce) {
    const until = Math.min(from + keysAtOnce, count);
    const keys = Array.from({ length: until - from }, (_, index) =>
      change.keys.readInt32BE((from + index) * 4),
    );
    await examineTouched(db, safety, change.kind, keys);
    await updateChangePosition(db, change.change_id, until);
  }
}

async function examineTouched(
  db: Db,
  safety: Examiner,
  kind: 'added' | 'removed',
  keys: number[],
): Promise<void> {
  let after = firstId;
  for (;;) {
    const touched = await findTouched(db, kind, keys, after, rowsAtOnce);
    for (let from = 0; from < touched.length; from += checksAtOnce) {
      const urls = touched.slice(from, from + checksAtOnce).map(({ url }) => url);
      await examineDestinations(db, safety, urls, 'change');
    }
    after = touched.at(-1)?.destination_id ?? after;
    if (touched.length < rowsAtOnce) return;
  }
}
