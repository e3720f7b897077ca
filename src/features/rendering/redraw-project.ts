import type { Db } from '../database.ts';
import { insertRedrawJob } from '../domains/redraw-queries.ts';
import {
  countRedrawing,
  listOpenRedraws,
  updateNextRedraws,
  updateRedrawFinished,
} from './redraw-queries.ts';

const stepCodes = 100;
/** Over all projects: images that somebody waits for must not be delayed much. */
const redrawingMax = 300;
const runMsMax = 5_000;
const laterSeconds = 2;
const openMax = 500;

/**
 * Requests every image of a project again after its host has changed, a few at a time, and repeats until none is left: one may have been
 * rendered with the old host during the change. It never waits, because that would block a rendering slot.
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

/** Continues abandoned redraws. */
export async function resumeRedraws(db: Db): Promise<number> {
  const open = await listOpenRedraws(db, openMax);
  for (const projectId of open) await insertRedrawJob(db, projectId, 0);
  return open.length;
}
