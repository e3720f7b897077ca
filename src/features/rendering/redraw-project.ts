import type { Db } from '../database.ts';
import { insertRedrawJob } from '../domains/redraw-queries.ts';
import {
  countRedrawing,
  listOpenRedraws,
  updateNextRedraws,
  updateRedrawFinished,
} from './redraw-queries.ts';

const stepCodes = 100;
/** Of all projects together: images that somebody waits for shall not be far behind. */
const redrawingMax = 300;
const runMsMax = 5_000;
const laterSeconds = 2;
const openMax = 500;

/**
 * Asks for every image of a project again after its host has changed, a few at a time, and comes back until none is left: one may have been
 * drawn with the old host at the very moment of the change. It never waits: that would take the place of those who draw.
 */
export async function redrawProject(db: Db, projectId: string, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + runMsMax;
  while (!signal.aborted && performance.now() < endMs) {
    if ((await countRedrawing(db, redrawingMax)) >= redrawingMax) break;
    const step = await db.transaction().execute((tx) => updateNextRedraws(tx, projectId, stepCodes));
    if (step === 'over') return;
    if (step === 'more') continue;
    if (await updateRedrawFinished(db, projectId)) return;
    break;
  }
  await insertRedrawJob(db, projectId, laterSeconds);
}

/** Takes up what nobody goes on with. */
export async function resumeRedraws(db: Db): Promise<number> {
  const open = await listOpenRedraws(db, openMax);
  for (const projectId of open) await insertRedrawJob(db, projectId, 0);
  return open.length;
}
