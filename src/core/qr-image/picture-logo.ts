import { type Parsed, refuse } from '../parsed.ts';
import { parseDataPicture } from './data-picture.ts';
import { hexColour } from './hex-colour.ts';
import type { PlacedLogo } from './placed-logo.ts';
import type { QrMatrix } from './qr-matrix.ts';
import { allRadii, roundedRectangle } from './rounded-rectangle.ts';
import type { Box, LogoDrawing } from './scene.ts';
import { parseVectorPicture, type VectorPicture } from './vector-picture.ts';

export const logoShapes = ['none', 'rounded', 'circle'] as const;
export type LogoShape = (typeof logoShapes)[number];

/** A photograph or a drawing as it is. How large it may be is decided by the scan test of the finished image. */
export interface PictureLogo {
  kind: 'picture';
  source: { kind: 'image'; href: string } | ({ kind: 'vector' } & VectorPicture);
  /** Width divided by height. */
  aspect: number;
  /** Its longer side, relative to the width of the symbol. */
  share: number;
  /** Free modules around it. */
  padding: number;
  /** `circle` cuts the corners off; the others show all of it. */
  shape: LogoShape;
  /** Of the plate behind it. */
  background: string | null;
}

const shareDefault = 0.2;
const [shareMin, shareMax] = [0.04, 0.5];
const paddingDefault = 0.5;
const paddingMax = 3;
/** Of the shorter side. */
const roundedShare = 0.2;
/** A module that is covered less is still drawn. */
const overlapMin = 0.1;

export function parsePictureLogo(value: Record<string, unknown>): Parsed<PictureLogo> {
  const { image, svg, share = shareDefault, padding = paddingDefault, shape = 'none', background } = value;
  if (!isNumberFrom(share, shareMin, shareMax))
    return refuse(`logo.share must be a number from ${shareMin} to ${shareMax}.`);
  if (!isNumberFrom(padding, 0, paddingMax))
    return refuse(`logo.padding must be a number of modules from 0 to ${paddingMax}.`);
  const knownShape = logoShapes.find((known) => known === shape);
  if (knownShape === undefined) return refuse(`logo.shape must be one of ${logoShapes.join(', ')}.`);
  const hasBackground = background !== undefined && background !== null;
  const colour = hasBackground ? hexColour(background) : null;
  if (hasBackground && colour === null) return refuse('logo.background must be a color such as #1a2b3c.');
  const read = svg === undefined ? readImage(image) : readVector(svg);
  if (!read.ok) return read;
  const { source, aspect } = read.value;
  return {
    ok: true,
    value: { kind: 'picture', source, aspect, share, padding, shape: knownShape, background: colour },
  };
}

function isNumberFrom(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

type Picture = Pick<PictureLogo, 'source' | 'aspect'>;

function readImage(image: unknown): Parsed<Picture> {
  const picture = parseDataPicture(image);
  if (picture === null)
    return refuse(
      'logo.image must be a data URI of a PNG, JPEG or WebP: at most 32 kB and 1,024 pixels per side.',
    );
  const { href, width, height } = picture;
  return { ok: true, value: { source: { kind: 'image', href }, aspect: width / height } };
}

function readVector(svg: unknown): Parsed<Picture> {
  if (typeof svg !== 'string') return refuse('logo.svg must be the text of an SVG.');
  const picture = parseVectorPicture(svg);
  if (!picture.ok) return picture;
  const [, , width, height] = picture.value.viewBox;
  return { ok: true, value: { source: { kind: 'vector', ...picture.value }, aspect: width / height } };
}

export function placePictureLogo(logo: PictureLogo, { size }: QrMatrix): Parsed<PlacedLogo> {
  const side = logo.share * size;
  const isRound = logo.shape === 'circle';
  const width = isRound ? side : side * Math.min(1, logo.aspect);
  const height = isRound ? side : side / Math.max(1, logo.aspect);
  const box = { x: (size - width) / 2, y: (size - height) / 2, width, height };
  const plateBox = grown(box, logo.padding);
  const radius = isRound ? side / 2 : logo.shape === 'rounded' ? roundedShare * Math.min(width, height) : 0;
  const clip = outline(box, radius);
  return {
    ok: true,
    value: {
      isCovered: isRound
        ? (x, y) => isInCircle(x, y, size / 2, side / 2 + logo.padding)
        : (x, y) => isInBox(x, y, plateBox),
      plate:
        logo.background === null
          ? null
          : { d: outline(plateBox, radius === 0 ? 0 : radius + logo.padding), colour: logo.background },
      drawing: drawingOf(logo, box, clip),
    },
  };
}

function drawingOf({ source, shape }: PictureLogo, box: Box, clip: string): LogoDrawing {
  if (source.kind === 'image') return { kind: 'picture', box, href: source.href, clip };
  const { viewBox, content } = source;
  if (shape !== 'circle') return { kind: 'vector', box, viewBox, content, clip };
  // A circle shows the middle of a drawing that is not square.
  const [x, y, width, height] = viewBox;
  const side = Math.min(width, height);
  return {
    kind: 'vector',
    box,
    viewBox: [x + (width - side) / 2, y + (height - side) / 2, side, side],
    content,
    clip,
  };
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function outline({ x, y, width, height }: Box, radius: number): string {
  return roundedRectangle(x, y, width, height, allRadii(radius));
}

function isInBox(x: number, y: number, box: Box): boolean {
  const overlap = (at: number, start: number, length: number) =>
    Math.min(at + 1, start + length) - Math.max(at, start);
  return overlap(x, box.x, box.width) > overlapMin && overlap(y, box.y, box.height) > overlapMin;
}

/** Whether the module, a little smaller than it is, touches the circle around the middle. */
function isInCircle(x: number, y: number, middle: number, radius: number): boolean {
  const nearest = (at: number) => {
    const away = Math.abs(at + 0.5 - middle);
    return Math.max(0, away - (0.5 - overlapMin));
  };
  return Math.hypot(nearest(x), nearest(y)) < radius;
}
