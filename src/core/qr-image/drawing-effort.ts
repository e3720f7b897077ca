import type { ViewBox } from './scene.ts';

const attributePattern = / ([\w-]+)="([^"]*)"/g;
const numberPattern = /-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
const drawing = new Set('d points x y width height cx cy r rx ry x1 y1 x2 y2 stroke-width'.split(' '));
/** A shape that is blended needs a picture of its own, in the size of the whole image. */
const blendEffort = 800;
const gradientEffort = 200;

/**
 * How far a pen travels to draw the elements, at most, in boxes. It limits the work of the rasterizer: huge arcs, shapes that are scaled up,
 * and layers of transparent groups would keep it busy for minutes. Infinite for what can't be estimated.
 * @param content elements that {@link plainSvg} wrote
 */
export function drawingEffort(content: string, [, , width, height]: ViewBox): number {
  const scales = [1];
  let effort = 0;
  for (const piece of content.split('<').slice(1)) {
    const tag = piece.slice(0, piece.indexOf('>'));
    if (tag.startsWith('/')) {
      scales.pop();
      continue;
    }
    // It has a scale of its own.
    if (tag.startsWith('svg')) return Number.POSITIVE_INFINITY;
    let [scale, travelled] = [scales.at(-1) ?? 1, 0];
    for (const [, name = '', value = ''] of tag.matchAll(attributePattern)) {
      if (/transform$/i.test(name)) scale *= scaleOf(value);
      else if (drawing.has(name))
        travelled += name === 'd' || name === 'points' ? sumOf(value) : lengthOf(value);
      else if (name === 'opacity') effort += blendEffort * (width + height);
      else if (value.startsWith('url(')) effort += gradientEffort * (width + height);
    }
    effort += scale * travelled;
    if (!tag.endsWith('/')) scales.push(scale);
  }
  return effort / (width + height);
}

/** At least 1: many shapes that are made small are still many shapes. */
function scaleOf(transform: string): number {
  let scale = 1;
  for (const part of transform.split(')')) {
    const [kind = '', values = ''] = part.split('(');
    const [a = 0, b = 0, c = 0, d = 0] = numbersIn(values);
    if (kind.trim().endsWith('matrix')) scale *= Math.max(1, a + c, b + d);
    else if (kind.trim().endsWith('scale')) scale *= Math.max(1, a, b);
    else if (/skew[XY]$/.test(kind.trim())) return Number.POSITIVE_INFINITY;
  }
  return scale;
}

/** Other units than pixels can be many pixels. */
function lengthOf(value: string): number {
  return /^\s*-?[\d.]+(?:px)?\s*$/.test(value) ? sumOf(value) : Number.POSITIVE_INFINITY;
}

const numbersIn = (text: string) =>
  (text.match(numberPattern) ?? []).map((number) => Math.abs(Number(number)));
const sumOf = (text: string) => numbersIn(text).reduce((sum, number) => sum + number, 0);
