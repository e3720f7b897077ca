import type { TrendPicture } from '#core/analytics/trend-picture.ts';
import { type Parsed, refuse } from '#core/parsed.ts';
import type { PrintAdvice } from '#core/print/print-advice.ts';
import type { PrintOptions } from '#core/print/print-options.ts';
import type { OutlinedText } from '#core/qr-image/outlined-text.ts';
import { ThreadPool, ThreadTimeout } from '#platform/thread-pool.ts';
import type { LabelTask } from './draw-label-sheet.ts';
import type { DesignVerdict } from './judge-design.ts';
import type { ReadLogo } from './read-logo.ts';
import type { RenderedImage } from './render-image.ts';

/** The tasks of a thread. */
interface RenderInputs {
  image: { text: string; design: Record<string, unknown> };
  verdict: { text: string; design: Record<string, unknown> };
  advice: { text: string; design: Record<string, unknown> };
  logo: { file: Uint8Array };
  page_logo: { file: Uint8Array };
  caption: { text: string };
  print: { text: string; design: Record<string, unknown>; options: PrintOptions };
  labels: { task: LabelTask };
  trend: { picture: TrendPicture };
}

export type RenderKind = keyof RenderInputs;
export type RenderTask<Kind extends RenderKind = RenderKind> = {
  [Each in Kind]: { kind: Each } & RenderInputs[Each];
}[Kind];

export interface RenderResults {
  image: Parsed<RenderedImage>;
  verdict: Parsed<DesignVerdict>;
  advice: Parsed<PrintAdvice>;
  logo: Parsed<ReadLogo>;
  page_logo: Parsed<Uint8Array>;
  caption: Parsed<OutlinedText>;
  print: Parsed<Uint8Array>;
  labels: Parsed<Uint8Array>;
  trend: Parsed<Uint8Array>;
}

/** Generous, because the machine may be busy: ordinary tasks take a hundredth of it. */
const taskMsMax: Record<RenderKind, number> = {
  image: 20_000,
  verdict: 20_000,
  advice: 20_000,
  // With at most three per account, others get their turn within the ten seconds that they wait.
  logo: 3_000,
  page_logo: 3_000,
  caption: 3_000,
  print: 10_000,
  labels: 15_000,
  trend: 5_000,
};

/** The reason of a refusal that can be the fault of a busy machine. */
export const tookTooLong = 'took_too_long';
const tooLong: Record<RenderKind, string> = {
  image: 'The design takes too long to render. Use a smaller image or a simpler logo.',
  verdict: 'The design takes too long to render. Use a smaller image or a simpler logo.',
  advice: 'The smallest size takes too long to measure. Use a smaller image or a simpler logo.',
  logo: 'The logo takes too long to read. Use a simpler or smaller image.',
  page_logo: 'The logo takes too long to read. Use a smaller image.',
  caption: 'The caption takes too long to render. Use a shorter one.',
  trend: 'The chart takes too long to draw.',
  print: 'The image takes too long to draw. Use a smaller size or a simpler logo.',
  labels: 'The labels take too long to draw. Choose fewer codes.',
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
      if (error instanceof ThreadTimeout) return { ...refuse(tooLong[kind]), reason: tookTooLong };
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
