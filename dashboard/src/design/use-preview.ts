import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Parsed, refuse } from '#core/parsed.ts';
import { drawQrImage, type QrImage, sketchQrImage } from '#core/qr-image/draw-qr-image.ts';
import { judgeStyle } from '#core/qr-image/judge-style.ts';
import type { OutlinedText } from '#core/qr-image/outlined-text.ts';
import { parseRenderStyle } from '#core/qr-image/render-style.ts';
import { request } from '../api/request.ts';
import type { Design } from '../api/types.ts';
import { designLabels } from '../codes/field-labels.ts';
import { inLabels } from '../ui/field-problems.ts';

type Sketch = Pick<QrImage, 'svg'>;

export interface Preview {
  /** The last image that could be drawn. */
  picture: string | null;
  problem: string | null;
}

/** The live preview, drawn by the same code as the final image. */
export function usePreview(text: string, design: Design): Preview {
  const style = useMemo(() => parseRenderStyle(design), [design]);
  const caption = style.ok ? style.value.caption : null;
  const outline = useQuery({
    queryKey: ['caption', caption],
    queryFn: ({ signal }) =>
      inTurn(() =>
        request<{ outline: OutlinedText }>(
          `/designs/caption?${new URLSearchParams({ text: caption ?? '' })}`,
          {
            signal,
          },
        ),
      ),
    enabled: caption !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const drawn = useMemo((): Parsed<Sketch> | null => {
    if (!style.ok) return style;
    if (caption !== null && outline.data === undefined)
      return outline.error ? refuse(outline.error.message) : null;
    return sketchQrImage(text, style.value, () =>
      outline.data ? { ok: true, value: outline.data.outline } : refuse('no caption'),
    );
  }, [text, style, caption, outline.data, outline.error]);
  const [last, setLast] = useState<Sketch | null>(null);
  if (drawn?.ok === true && drawn.value !== last) setLast(drawn.value);
  const picture = useMemo(() => last && pictureOf(last.svg), [last]);
  // A design that is refused is shown too.
  const judged = useMemo(() => (style.ok ? judgeStyle(style.value) : style), [style]);
  const refused = drawn?.ok === false ? drawn : judged.ok ? null : judged;
  return { picture, problem: refused && inLabels(refused.message, designLabels) };
}

let lastCaption: Promise<unknown> = Promise.resolve();

/** One caption after the other: a page of templates needs many, and the server accepts only a few at the same time. */
function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  const result = lastCaption.then(run, run);
  lastCaption = result.catch(() => {});
  return result;
}

/** As an image, never as markup, so that its content can't act. */
export function pictureOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export function drawSample(design: Design): string {
  const style = parseRenderStyle(design);
  const drawn = style.ok
    ? drawQrImage('WAYPOST', style.value, () => ({ ok: true, value: sampleCaption }))
    : style;
  return drawn.ok ? pictureOf(drawn.value.svg) : '';
}

/** A bar instead of text. */
const sampleCaption: OutlinedText = { path: 'M0 -700H3600V0H0z', width: 3_600, capHeight: 700 };
