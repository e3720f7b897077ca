import { ApiError } from '#core/errors.ts';
import type { Parsed } from '#core/parsed.ts';
import { drawQrImage } from '#core/qr-image/draw-qr-image.ts';
import { parseRenderStyle, type RenderStyle } from '#core/qr-image/render-style.ts';
import { PlaceCount } from '#platform/place-count.ts';
import { TaskLimit } from '#platform/task-limit.ts';
import { outlineCaption } from './outline-caption.ts';
import { RenderPool } from './render-pool.ts';
import { type TracedLogo, traceLogo } from './trace-logo.ts';

export interface DesignVerdict {
  score: number;
  findings: string[];
  widthPx: number;
  heightPx: number;
}

const waitMsMax = 10_000;
const retryAfterSeconds = 3;
/** Of one account, so that nobody keeps the others waiting; and of all. */
const askedOfAccountMax = 2;
const askedMax = 40;
/** How well a design is read does not depend on how large it is drawn; how long that takes does. */
const judgedSideMax = 1_024;

/** What people ask while they design: the gate's verdict, and a logo of their own. One of each at a time; the others wait, for a bounded time. */
export class DesignJudge {
  readonly #verdicts = new TaskLimit(1, waitMsMax);
  readonly #logos = new TaskLimit(1, waitMsMax);
  readonly #places = new PlaceCount(askedOfAccountMax, askedMax);
  /** Made with the first question: most processes are never asked. */
  #pool: RenderPool | null = null;

  judge(accountId: string, text: string, design: Record<string, unknown>): Promise<Parsed<DesignVerdict>> {
    this.#pool ??= new RenderPool(1);
    const pool = this.#pool;
    return this.#ask(accountId, this.#verdicts, async () => {
      const style = parseRenderStyle(design);
      if (!style.ok) return style;
      const drawn = drawQrImage(text, style.value, outlineCaption);
      if (!drawn.ok) return drawn;
      const { widthPx, heightPx } = drawn.value.layout;
      const judged = await pool.render(text, judgedDesign(design, style.value, widthPx, heightPx));
      if (!judged.ok) return judged;
      const { score, findings } = judged.value;
      return { ok: true, value: { score, findings, widthPx, heightPx } };
    });
  }

  trace(accountId: string, file: Buffer): Promise<Parsed<TracedLogo>> {
    return this.#ask(accountId, this.#logos, () => traceLogo(file));
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  async #ask<Answer>(accountId: string, limit: TaskLimit, task: () => Promise<Answer>): Promise<Answer> {
    if (!this.#places.take(accountId)) throw busy();
    try {
      return await limit.run(task, busy);
    } finally {
      this.#places.giveBack(accountId);
    }
  }
}

/** The same design on a smaller sheet. */
function judgedDesign(
  design: Record<string, unknown>,
  style: RenderStyle,
  widthPx: number,
  heightPx: number,
): Record<string, unknown> {
  const scale = judgedSideMax / Math.max(widthPx, heightPx);
  if (scale >= 1) return design;
  const padding = (style.padding / style.width) * widthPx * scale;
  return {
    ...design,
    unit: 'px',
    format_ratio: 'custom',
    width: Math.max(128, Math.round(widthPx * scale)),
    height: Math.max(128, Math.round(heightPx * scale)),
    padding,
    dpi: 72,
  };
}

function busy(): ApiError {
  return new ApiError('service_unavailable', 'Many are designing right now; try again in a moment.', {
    retryAfterSeconds,
  });
}
