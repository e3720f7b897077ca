import { type Parsed, refuse } from '../parsed.ts';
import { drawingEffort } from './drawing-effort.ts';
import { plainSvg } from './plain-svg.ts';
import type { ViewBox } from './scene.ts';

/** A drawing as elements that only draw. */
export interface VectorPicture {
  viewBox: ViewBox;
  content: string;
}

interface VectorLimits {
  letters: number;
  elements: number;
  /** In boxes. A drawing of 44 kB without tricks has half of 4,000. */
  effort: number;
}

/** What fits into a design, which may be drawn again and again. */
const ofDesigns: VectorLimits = { letters: 44_000, elements: 500, effort: 4_000 };
/** What is drawn once, as a picture. */
export const ofUploads: VectorLimits = { letters: 262_144, elements: 2_000, effort: 12_000 };
const tooDetailed = 'The SVG has too much detail for a code. Simplify it, or use a PNG.';
const placing = /^(?:xmlns|x|y|width|height|viewBox|id)$/;

/** Rewrites the shapes of an SVG. Its size is that of its `viewBox`, or else of its `width` and `height`. */
export function parseVectorPicture(source: string, limits: VectorLimits = ofDesigns): Parsed<VectorPicture> {
  if (source.length > limits.letters)
    return refuse('The SVG is too large for a code. Simplify it, or use a PNG.');
  const plain = plainSvg(source);
  if (!plain.ok) return plain;
  const rootEnd = plain.value.indexOf('>');
  const root = plain.value.slice(0, rootEnd);
  const shapes = plain.value.slice(rootEnd + 1, -'</svg>'.length);
  if (root.endsWith('/') || !shapes.includes('<')) return refuse('The SVG is empty.');
  if ((shapes.match(/<[a-zA-Z]/g)?.length ?? 0) > limits.elements) return refuse(tooDetailed);
  const attributes = new Map(
    [...root.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const viewBox = viewBoxOf(attributes);
  if (viewBox === null) return refuse('The SVG needs a viewBox, or a width and a height.');
  // Colors of the root hold for all of its shapes.
  const paint = [...attributes]
    .filter(([name]) => !placing.test(name))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
  const content = paint === '' ? shapes : `<g${paint}>${shapes}</g>`;
  if (!(drawingEffort(content, viewBox) <= limits.effort)) return refuse(tooDetailed);
  return { ok: true, value: { viewBox, content } };
}

/** An SVG of a picture, with this longer side. */
export function vectorSvg({ viewBox, content }: VectorPicture, px: number): string {
  const [, , width, height] = viewBox;
  const scale = px / Math.max(width, height);
  // Black is the color of shapes without one.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="${viewBox.join(' ')}" fill="#000000">${content}</svg>`;
}

function viewBoxOf(attributes: Map<string, string>): ViewBox | null {
  const given = attributes
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/);
  const numbers = (given ?? ['0', '0', attributes.get('width') ?? '', attributes.get('height') ?? '']).map(
    (text) => (/^-?[\d.]+(?:px)?$/.test(text) ? Number.parseFloat(text) : Number.NaN),
  );
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  const isBox = numbers.length === 4 && numbers.every(Number.isFinite) && Math.min(width, height) > 0;
  const isPlain = Math.max(...numbers.map(Math.abs)) <= 1e5 && Math.max(width / height, height / width) <= 20;
  return isBox && isPlain ? [x, y, width, height] : null;
}
