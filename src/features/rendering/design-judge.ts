import { type Parsed, refuse } from '#core/parsed.ts';
import { TaskLimit } from '#platform/task-limit.ts';
import type { RenderedImage } from './render-image.ts';
import { RenderPool } from './render-pool.ts';
import { type TracedLogo, traceLogo } from './trace-logo.ts';

const waitMsMax = 15_000;

/** What people ask while they design: the gate's verdict, and a logo of their own. One of each at a time; the others wait, for a bounded time. */
export class DesignJudge {
  readonly #verdicts = new TaskLimit(1, waitMsMax);
  readonly #logos = new TaskLimit(1, waitMsMax);
  /** Made with the first question: most processes are never asked. */
  #pool: RenderPool | null = null;

  judge(text: string, design: Record<string, unknown>): Promise<Parsed<RenderedImage>> {
    this.#pool ??= new RenderPool(1);
    const pool = this.#pool;
    return this.#verdicts.run(() => pool.render(text, design)).catch(busy);
  }

  trace(file: Buffer): Promise<Parsed<TracedLogo>> {
    return this.#logos.run(() => traceLogo(file)).catch(busy);
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}

function busy(error: unknown): { ok: false; message: string } {
  if (error instanceof Error && error.message.startsWith('no turn'))
    return refuse('Many are designing right now; try again in a moment.');
  throw error;
}
