import sharp, { type Kernel, type OutputInfo, type Sharp } from 'sharp';
import type { PhotoFault } from '#core/photo/photo-fault.ts';
import { type Corners, projection } from '#core/photo/projection.ts';
import { drawDesign } from '#features/rendering/draw-design.ts';
import { rasteriseSvg } from '#features/rendering/rasterise-svg.ts';
import { anyDesign } from '../print/any-design.ts';

export interface AnyPhoto {
  jpeg: Buffer;
  /** The text of the poster's own code. */
  text: string;
  /** What can be read if not its own code: that of a sticker. */
  stranger: string | null;
  kind: PhotoKind;
  /** What may be said if nothing can be read. */
  faults: readonly PhotoFault[];
}

export const photoKinds = [
  'straight',
  'close up',
  'from the side',
  'out of focus',
  'shaken',
  'reflection',
  'cut off',
  'from a stranger',
  'sticker with a code',
  'sticker',
  'weak light',
  'far away',
  'no code',
] as const;
export type PhotoKind = (typeof photoKinds)[number];

type Random = () => number;

const posterPx = 900;
const [photoWidth, photoHeight] = [1_400, 1_050];

/** A photograph of a poster with a code in any design, with one thing wrong, more or less badly. */
export async function anyPhoto(
  kind: PhotoKind,
  random: Random,
  text = `https://go.example.com/qr-${slug(random)}`,
): Promise<AnyPhoto> {
  const between = (from: number, to: number) => from + (to - from) * random();
  const stranger = ['from a stranger', 'sticker with a code'].includes(kind)
    ? `https://free-parking.example/${slug(random)}`
    : null;
  const poster = await drawPoster(kind, kind === 'from a stranger' ? (stranger ?? text) : text, random);
  const composed =
    kind === 'sticker with a code' ? await addStickerWithCode(poster, stranger ?? text, random) : poster;
  const pixels = await composed.image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const side =
    kind === 'far away' ? between(40, 160) : kind === 'close up' ? between(900, 1_000) : between(420, 800);
  const tilt = kind === 'from the side' ? between(0.3, 0.84) : between(0, 0.08);
  const place = placed(kind, side, tilt, random);
  const photo = photograph(pixels.data, pixels.info, poster.code, place, random);
  spoil(kind, photo, place, random);
  const blurPx = kind === 'out of focus' ? between(4, 16) : between(0.3, 0.9);
  const blurred = sharp(photo, { raw: { width: photoWidth, height: photoHeight, channels: 3 } }).blur(blurPx);
  const shaken = kind === 'shaken' ? blurred.convolve(shake(random)) : blurred;
  const { data } = await shaken.raw().toBuffer({ resolveWithObject: true });
  expose(kind, data, random);
  const jpeg = await sharp(data, { raw: { width: photoWidth, height: photoHeight, channels: 3 } })
    .jpeg({ quality: Math.round(between(60, 90)) })
    .toBuffer();
  return { jpeg, text, stranger, kind, faults: faultsOf[kind] };
}

const faultsOf: Readonly<Record<PhotoKind, readonly PhotoFault[]>> = {
  straight: [],
  'close up': [],
  'from the side': ['tilted'],
  'out of focus': ['blurred'],
  shaken: ['blurred'],
  reflection: ['glare'],
  'cut off': ['cut_off'],
  'from a stranger': [],
  'sticker with a code': ['covered'],
  sticker: ['covered'],
  'weak light': ['low_contrast'],
  // A code of 40 pixels looks like any other pattern; both say to go nearer.
  'far away': ['small', 'not_found'],
  'no code': ['not_found'],
};

function slug(random: Random): string {
  const letters = '0123456789abcdefghjkmnpqrstvwxyz';
  return Array.from({ length: 12 }, () => letters[Math.floor(random() * letters.length)]).join('');
}

/** A square within the poster, in its pixels. */
interface Square {
  left: number;
  top: number;
  side: number;
}

interface Poster {
  image: Sharp;
  code: Square;
}

async function drawCode(text: string, random: Random, side: number): Promise<Buffer> {
  const drawn = await drawDesign(text, anyDesign(random));
  if (!drawn.ok) throw new Error(drawn.message);
  const raster = await rasteriseSvg(drawn.value.image.svg);
  return sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .resize(side, side, { fit: 'contain', background: '#ffffff' })
    .png()
    .toBuffer();
}

/** Colored paper with a headline, lines of text, a picture, and the code. */
async function drawPoster(kind: PhotoKind, text: string, random: Random): Promise<Poster> {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const height = Math.round(posterPx * 1.35);
  const side = 560;
  const code = { left: (posterPx - side) / 2, top: 330, side };
  const lines = Array.from({ length: 6 }, (_, line) => {
    const width = 300 + Math.round(400 * random());
    return `<rect x="100" y="${940 + line * 40}" width="${width}" height="${12 + Math.round(8 * random())}" fill="#444"/>`;
  });
  const marks = Array.from({ length: 40 }, () => {
    const x = Math.round(80 + 700 * random());
    return `<rect x="${x}" y="${Math.round(40 + 200 * random())}" width="${10 + Math.round(30 * random())}" height="40" fill="${pick(['#222', '#a33', '#257'])}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${posterPx}" height="${height}">
    <rect width="100%" height="100%" fill="${pick(['#ffffff', '#f4efe6', '#dfe9f5', '#ffe9b0', '#3a4a5c'])}"/>
    <g>${marks.join('')}${lines.join('')}</g></svg>`;
  const drawing = kind === 'no code' ? null : await drawCode(text, random, side);
  const image = sharp(Buffer.from(svg)).composite(
    drawing === null ? [] : [{ input: drawing, left: code.left, top: code.top }],
  );
  return { image: sharp(await image.png().toBuffer()), code };
}

/** What fraudsters do: another code, glued over a part of this one or all of it. */
async function addStickerWithCode(poster: Poster, text: string, random: Random): Promise<Poster> {
  const side = Math.round(poster.code.side * (0.75 + 0.3 * random()));
  const offset = Math.round((poster.code.side - side) / 2 + 40 * (random() - 0.5));
  const input = await drawCode(text, random, side);
  const image = poster.image.composite([
    { input, left: poster.code.left + offset, top: poster.code.top + offset },
  ]);
  return { ...poster, image: sharp(await image.png().toBuffer()) };
}

/** Where the corners of the poster's code are in the photograph. */
function placed(kind: PhotoKind, side: number, tilt: number, random: Random): Corners {
  const angle = (random() - 0.5) * 0.5;
  const [middleX, middleY] = [photoWidth / 2, photoHeight / 2];
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const shown = kind === 'cut off' ? 0.45 + 0.4 * random() : 1;
  // So that the edge of the picture goes through the code, and this part of it is seen.
  const shiftX = kind === 'cut off' ? photoWidth / 2 + side / 2 - side * shown : 0;
  const direction = random() < 0.5 ? 1 : -1;
  return corners.map(([x, y]) => {
    const depth = 1 - (tilt * (1 - y)) / 2;
    const [flatX, flatY] = [(x * side * depth) / 2, (y * side * (1 - tilt * 0.55)) / 2];
    return [
      middleX + direction * shiftX + flatX * cos - flatY * sin,
      middleY + flatX * sin + flatY * cos,
    ] as const;
  }) as unknown as Corners;
}

/** Every pixel of the photograph, from the poster or the wall behind it, in light that decreases towards one side. */
function photograph(
  poster: Buffer,
  { width, height, channels }: OutputInfo,
  code: Square,
  place: Corners,
  random: Random,
): Buffer {
  const toPoster = projection(place, [
    [code.left, code.top],
    [code.left + code.side, code.top],
    [code.left + code.side, code.top + code.side],
    [code.left, code.top + code.side],
  ]);
  const photo = Buffer.alloc(photoWidth * photoHeight * 3);
  const wall = [90 + 90 * random(), 90 + 90 * random(), 90 + 90 * random()];
  const fall = 0.35 * random();
  for (let y = 0; y < photoHeight; y++) {
    for (let x = 0; x < photoWidth; x++) {
      const light = 0.84 - fall * (x / photoWidth);
      const [fromX, fromY] = toPoster(x, y);
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const inside = left >= 0 && top >= 0 && left < width - 1 && top < height - 1;
      const [dx, dy] = [fromX - left, fromY - top];
      const from = (top * width + left) * channels;
      for (let channel = 0; channel < 3; channel++) {
        const at = from + channel;
        const value = inside
          ? ((poster[at] ?? 0) * (1 - dx) + (poster[at + channels] ?? 0) * dx) * (1 - dy) +
            ((poster[at + width * channels] ?? 0) * (1 - dx) +
              (poster[at + (width + 1) * channels] ?? 0) * dx) *
              dy
          : (wall[channel] ?? 0);
        photo[(y * photoWidth + x) * 3 + channel] = 14 + value * light;
      }
    }
  }
  return photo;
}

/** A lamp mirrored in glass, or something glued over a part of the code. */
function spoil(kind: PhotoKind, photo: Buffer, place: Corners, random: Random): void {
  if (kind !== 'reflection' && kind !== 'sticker') return;
  const toPhoto = projection(
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    place,
  );
  const [middleX, middleY] = toPhoto(0.2 + 0.6 * random(), 0.2 + 0.6 * random());
  const side = Math.hypot(place[1][0] - place[0][0], place[1][1] - place[0][1]);
  const reach = side * (0.14 + 0.26 * random());
  const color = [60 + 180 * random(), 60 + 120 * random(), 60 + 120 * random()];
  for (let y = 0; y < photoHeight; y++) {
    for (let x = 0; x < photoWidth; x++) {
      const [dx, dy] = [x - middleX, y - middleY];
      const at = (y * photoWidth + x) * 3;
      if (kind === 'sticker') {
        if (Math.abs(dx) > reach || Math.abs(dy) > reach * 0.8) continue;
        for (let channel = 0; channel < 3; channel++) photo[at + channel] = color[channel] ?? 0;
      } else {
        const glow = 420 * Math.exp(-((Math.hypot(dx, dy * 1.4) / reach) ** 4));
        for (let channel = 0; channel < 3; channel++) {
          photo[at + channel] = Math.min(255, (photo[at + channel] ?? 0) + glow);
        }
      }
    }
  }
}

/** A kernel that smears along one direction. */
function shake(random: Random): Kernel {
  const width = 9 + 2 * Math.floor(random() * 20);
  const kernel = Array.from({ length: width * width }, () => 0);
  const slope = random() * 2 - 1;
  for (let x = 0; x < width; x++) {
    const y = Math.round((width - 1) / 2 + slope * (x - (width - 1) / 2));
    kernel[y * width + x] = 1;
  }
  return { width, height: width, kernel };
}

/** Weak light, and the noise of the sensor. */
function expose(kind: PhotoKind, data: Buffer, random: Random): void {
  const [gain, offset] = kind === 'weak light' ? [0.02 + 0.16 * random(), 30 + 60 * random()] : [1, 0];
  const noise = 2 + 3 * random();
  for (let at = 0; at < data.length; at++) {
    const die = random() + random() + random() - 1.5;
    data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) * gain + offset + die * 2 * noise));
  }
}
