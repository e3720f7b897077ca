import { firstId } from '#core/first-id.ts';
import type { Db } from '../../database.ts';
import {
  deleteChange,
  findNextChange,
  type SafetyChangePart,
  updateChangePosition,
} from './change-queries.ts';
import { listTouched, listUrls } from './destination-queries.ts';
import { type Examiner, examineAndSettle } from './examine-destinations.ts';
import { settleDestinations } from './settle-destinations.ts';

const keysAtOnce = 10_000;
/** The index compares every key of a query with all others, so the time is quadratic. */
const lookUpsAtOnce = 2_000;
const idsAtOnce = 500_000;
const checksAtOnce = 500;

/** Checks only the destinations that list changes affect. Continues after being killed. */
export async function examineChanges(db: Db, safety: Examiner): Promise<void> {
  await settleDestinations(db, safety.metrics);
  await safety.checker.refresh();
  for (;;) {
    // Chosen again each time, so that a small change doesn't wait for a large one.
    const part = await findNextChange(db, keysAtOnce);
    if (part === undefined) return;
    await examinePart(db, safety, part);
    const isLast = part.keys.length < keysAtOnce * 4;
    if (isLast) await deleteChange(db, part.change_id);
    else await updateChangePosition(db, part.change_id, part.position + keysAtOnce);
  }
}

async function examinePart(db: Db, safety: Examiner, { kind, keys }: SafetyChangePart): Promise<void> {
  const wanted = Array.from({ length: keys.length / 4 }, (_, index) => keys.readInt32BE(index * 4));
  for (let from = 0; from < wanted.length; from += lookUpsAtOnce)
    await examineTouched(db, safety, kind, wanted.slice(from, from + lookUpsAtOnce));
}

async function examineTouched(
  db: Db,
  safety: Examiner,
  kind: SafetyChangePart['kind'],
  keys: number[],
): Promise<void> {
  let after = firstId;
  for (;;) {
    const touched = await listTouched(db, kind, keys, after, idsAtOnce);
    for (let from = 0; from < touched.length; from += checksAtOnce) {
      const urls = await listUrls(db, touched.slice(from, from + checksAtOnce));
      await examineAndSettle(db, safety, urls, 'change');
    }
    after = touched.at(-1) ?? after;
    if (touched.length < idsAtOnce) return;
  }
}
