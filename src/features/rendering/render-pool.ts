import { type Parsed, refuse } from '#core/parsed.ts';
import type { OutlinedText } from '#core/qr-image/outlined-text.ts';
import { ThreadPool, ThreadTimeout } from '#platform/thread-pool.ts';
import type { DesignVerdict } from './judge-design.ts';
import type { RenderedImage } from './render-image.ts';
import type { TracedLogo } from './trace-logo.ts';

/** The tasks of a thread. */
interface RenderInputs {
  image: { text: string; design: Record<string, unknown> };
  verdict: { text: string; design: Record<string, unknown> };
  logo: { file: Uint8Array };
  caption: { text: string };
  pdf: { svg: string; dpi: number };
}

export type RenderKind = keyof RenderInputs;
export type RenderTask<Kind extends RenderKind = RenderKind> = {
  [Each in Kind]: { kind: Each } & RenderInputs[Each];
}[Kind];

export interface RenderResults {
  image: Parsed<RenderedImage>;
  verdict: Parsed<DesignVerdict>;
  logo: Parsed<TracedLogo>;
  caption: Parsed<OutlinedText>;
  pdf: Parsed<Uint8Array>;
}

/** Generous, because the machine may be busy: ordinary tasks take a hundredth of it. */
const taskMsMax: Record<RenderKind, number> = {
  image: 20_000,
  verdict: 20_000,
  // With at most three per account, others get their turn within the ten seconds that they wait.
  logo: 3_000,
  caption: 3_000,
  pdf: 3_000,
};

const tooLong: Record<RenderKind, string> = {
  image: 'The design takes too long to render. Use a smaller image or a simpler logo.',
  verdict: 'The design takes too long to render. Use a smaller image or a simpler logo.',
  logo: 'The logo takes too long to read. Use a simpler or smaller image.',
  caption: 'The caption takes too long to render. Use a shorter one.',
  pdf: 'The image takes too long to convert to PDF. Use a simpler logo.',
};

/** Parses and renders user input in threads with a deadline, so that the event loop stays free. */
export class RenderPool {
  readonly #threads: ThreadPool<RenderTask, RenderResults[RenderKind]>;

  constructor(size: number) {
    this.#threads = new ThreadPool(new URL('./render-thread.ts', import.meta.url), size, taskMsMax.image);
  }

  async run<Kind extends RenderKind>(task: RenderTask<Kind>): Promise<RenderResults[Kind]> {
    const anyTask = task as RenderTask;
    const { kind } = anyTask;
    try {
      return (await this.#threads.run(anyTask, taskMsMax[kind])) as RenderResults[Kind];
    } catch (error) {
      if (error instanceof ThreadTimeout) return refuse(tooLong[kind]);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
