import { type Parsed, refuse } from '#core/parsed.ts';
import { ThreadPool, ThreadTimeout } from '#platform/thread-pool.ts';
import type { RenderedImage } from './render-image.ts';

export interface RenderInput {
  text: string;
  metadata: Record<string, unknown>;
}

const renderMsMax = 20_000;

export type RenderOutput = Parsed<RenderedImage>;

/** Draws and reads back in threads, so that the process that runs the jobs stays responsive. */
export class RenderPool {
  readonly #threads: ThreadPool<RenderInput, RenderOutput>;

  constructor(size: number) {
    this.#threads = new ThreadPool(new URL('./render-thread.ts', import.meta.url), size, renderMsMax);
  }

  async render(text: string, metadata: Record<string, unknown>): Promise<RenderOutput> {
    try {
      return await this.#threads.run({ text, metadata });
    } catch (error) {
      // Drawing has no say in how busy the machine is, so this is generous: ordinary designs take a hundredth.
      if (error instanceof ThreadTimeout)
        return refuse('The design takes too long to draw: make the image smaller, or the logo simpler.');
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
