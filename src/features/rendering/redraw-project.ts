import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database.ts';
import {
  countRedrawing,
  insertRedrawJob,
  updateNextRedraws,
  updateRedrawFinished,
} from './redraw-queries.ts';

const stepCodes = 100;
/** Of all projects together: images that somebody waits for shall not be far behind. */
const redrawingMax = 300;
const pauseMs = 500;
const runMsMax = 50_000;
const laterSeconds = 2;

/**
 * Asks for every image of a project again after its host has changed, a few at a time, and looks again until none is left: one may have been
 * drawn with the old host at the very moment of the change. A worker that dies leaves its place behind.
 */
export async function redrawProject(db: Db, projectId: string, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + runMsMax;
  while (!signal.aborted && performance.now() < endMs) {
    if ((await countRedrawing(db, redrawingMax)) >= redrawingMax) {
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
      continue;
    }
    const step = await db.transaction().execute((tx) => updateNextRedraws(tx, projectId, stepCodes));
    if (step === undefined) return;
    if (!step.isThrough) continue;
    // What was asked for is drawn first: then whoever is left was missed.
    while (!signal.aborted && performance.now() < endMs && (await countRedrawing(db, 1)) > 0)
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    if (await updateRedrawFinished(db, projectId)) return;
  }
  await insertRedrawJob(db, projectId, laterSeconds);
}
