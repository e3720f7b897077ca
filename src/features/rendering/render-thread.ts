import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from '#platform/thread-pool.ts';
import { renderImage } from './render-image.ts';
import type { RenderInput, RenderOutput } from './render-pool.ts';

/** The other end of `RenderPool`: draws what it is told. */
parentPort?.on('message', ({ text, metadata }: RenderInput) => {
  const answer = (message: ThreadAnswer<RenderOutput>) => parentPort?.postMessage(message);
  renderImage(text, metadata).then(
    (output) => answer({ output }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
