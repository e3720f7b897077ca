import { setTimeout as sleep } from 'node:timers/promises';
import { tallyScans } from '#core/analytics/tally-scans.ts';
import type { Db } from '../database.ts';
import { boundValues } from './bound-values.ts';
import {
  type ClaimBounds,
  claimBatches,
  insertVisitors,
  listProjectsOf,
  updateRolledUp,
  upsertDays,
} from './rollup-queries.ts';

const bounds: ClaimBounds = { rows: 200, events: 5_000, ageSeconds: 2 };
const lanes = 2;
const pauseMs = 1_000;
const runMsMax = 55_000;

/** Goes on for most of a minute: what was scanned is in the roll-ups a few seconds later. */
export async function rollUpScans(db: Db, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + runMsMax;
  const run = async () => {
    while (!signal.aborted && performance.now() < endMs) {
      if ((await rollUpBatches(db, bounds)) > 0) continue;
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
}

/** Claims batches and adds them in one transaction: nothing is missed or doubled, whoever is killed. Returns how many. */
export async function rollUpBatches(
  db: Db,
  claim: ClaimBounds = { ...bounds, ageSeconds: 0 },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const batches = await claimBatches(tx, claim);
    if (batches.length === 0) return 0;
    const qrIds = [...new Set(batches.flatMap(({ qr_ids }) => qr_ids))];
    const projects = await listProjectsOf(tx, qrIds);
    const { days, visitors } = tallyScans(batches, (qrId) => projects.get(qrId));
    if (days.length > 0) await upsertDays(tx, await boundValues(tx, days));
    if (visitors.length > 0) await insertVisitors(tx, visitors);
    await updateRolledUp(tx, batches);
    return batches.length;
  });
}
