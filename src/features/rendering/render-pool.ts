import type { Parsed } from '#core/parsed.ts';
import { ThreadPool } from '#platform/thread-pool.ts';
import type { RenderedImage } from './render-image.ts';

export interface RenderInput {
  text: string;
  metadata: Record<string, unknown>;
}

export type RenderOutput = Parsed<RenderedImage>;

/** Draws and reads back in threads, so that the process that runs the jobs stays responsive. */
export class RenderPool {
  readonly #threads: ThreadPool<RenderInput, RenderOutput>;

  constructor(size: number) {
    this.#threads = new ThreadPool(new URL('./render-thread.ts', import.meta.url), size);
  }

  render(text: string, metadata: Record<string, unknown>): Promise<RenderOutput> {
    return this.#threads.run({ text, metadata });
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
