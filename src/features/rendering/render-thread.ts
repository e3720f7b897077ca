import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import type { ThreadAnswer } from '#platform/thread-pool.ts';
import { drawForPrint } from './draw-for-print.ts';
import { drawLabelSheet } from './draw-label-sheet.ts';
import { drawTrendPng } from './draw-trend-png.ts';
import { judgeDesign } from './judge-design.ts';
import { makePageLogo } from './make-page-logo.ts';
import { measureAdvice } from './measure-advice.ts';
import { outlineCaption } from './outline-caption.ts';
import { readLogo } from './read-logo.ts';
import { renderImage } from './render-image.ts';
import type { RenderKind, RenderResults, RenderTask } from './render-pool.ts';

type RenderResult = RenderResults[RenderKind];

// On Linux this sets the priority of the calling thread: rendering has a lower priority than the event loop, which serves scans.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
// The pool decides how many images are rendered at once; sharp must not start its own threads for each.
sharp.concurrency(1);

/** The thread side of `RenderPool`. */
parentPort?.on('message', (task: RenderTask) => {
  const answer = (message: ThreadAnswer<RenderResult>) => parentPort?.postMessage(message);
  run(task).then(
    (output) => answer({ output }),
    (error: unknown) => answer({ error: String(error) }),
  );
});

async function run(task: RenderTask): Promise<RenderResult> {
  switch (task.kind) {
    case 'image':
      return renderImage(task.text, task.design);
    case 'verdict':
      return judgeDesign(task.text, task.design);
    case 'advice':
      return measureAdvice(task.text, task.design);
    case 'logo':
      return readLogo(Buffer.from(task.file));
    case 'page_logo':
      return makePageLogo(Buffer.from(task.file));
    case 'caption':
      return outlineCaption(task.text);
    case 'trend':
      return { ok: true, value: await drawTrendPng(task.picture) };
    case 'labels':
      return drawLabelSheet(task.task);
    case 'print':
      return drawForPrint(task.text, task.design, task.options);
  }
}
