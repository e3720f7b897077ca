import sharp, { type Sharp } from 'sharp';
import type { GrayImage } from '#core/gray-image.ts';

/** How phones see a code: each probe takes a raster of 8 pixels per module and distorts it, always in the same way. */
export interface Probe {
  /** "Hard to read …". */
  name: string;
  spoil(image: GrayImage): Promise<GrayImage> | GrayImage;
}

/** Pixels per module of the raster for probes. */
export const probeModulePx = 8;

export const smallProbe: Probe = { name: 'when small', spoil: (image) => shrink(image, 2) };

export const photoProbe: Probe = {
  name: 'in a quick photo',
  spoil: (image) => {
    const tilted = warp(shrink(image, 4), 0.06);
    return compress(addNoise(shade(blur(tilted, 0.8), 0.65, 8), 6, 11), 55);
  },
};

export const probes: readonly Probe[] = [
  smallProbe,
  photoProbe,
  { name: 'when turned', spoil: (image) => rotate(image, 45) },
  { name: 'when out of focus', spoil: (image) => blur(image, 0.4 * probeModulePx) },
  { name: 'in the dark', spoil: (image) => addNoise(shrink(image, 4), 35, 7) },
  { name: 'from the side', spoil: (image) => warp(image, 0.16) },
  { name: 'in weak light', spoil: (image) => gain(image, 0.45, 80) },
  { name: 'when badly compressed', spoil: (image) => compress(shrink(image, 4), 12) },
];

function sharpGray({ data, width, height }: GrayImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

async function toGrayImage(pipeline: Sharp): Promise<GrayImage> {
  const { data, info } = await pipeline.extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/** Reduces to fewer pixels per module; each is the mean of the pixels that it covers, as on a sensor. */
function shrink({ data, width, height }: GrayImage, modulePx: number): GrayImage {
  const factor = probeModulePx / modulePx;
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const shrunk = new Uint8ClampedArray(columns * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let sum = 0;
      for (let dy = 0; dy < factor; dy++) {
        const at = (y * factor + dy) * width + x * factor;
        for (let dx = 0; dx < factor; dx++) sum += data[at + dx] ?? 0;
      }
      shrunk[y * columns + x] = sum / factor ** 2;
    }
  }
  return { data: shrunk, width: columns, height: rows };
}

function rotate(image: GrayImage, degrees: number): Promise<GrayImage> {
  return toGrayImage(sharpGray(image).rotate(degrees, { background: '#ffffff' }));
}

/** A Gaussian blur, along the rows and then along the columns. */
export function blur(image: GrayImage, sigma: number): GrayImage {
  const reach = Math.ceil(2.5 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const along = (source: GrayImage, dx: number, dy: number) =>
    map(source, (_value, x, y) => {
      let sum = 0;
      for (let at = -reach; at <= reach; at++) {
        const fromX = Math.min(source.width - 1, Math.max(0, x + at * dx));
        const fromY = Math.min(source.height - 1, Math.max(0, y + at * dy));
        sum += (weights[at + reach] ?? 0) * (source.data[fromY * source.width + fromX] ?? 0);
      }
      return sum / total;
    });
  return along(along(image, 1, 0), 0, 1);
}

async function compress(image: GrayImage, quality: number): Promise<GrayImage> {
  return toGrayImage(sharp(await sharpGray(image).jpeg({ quality }).toBuffer()));
}

function map(image: GrayImage, change: (value: number, x: number, y: number) => number): GrayImage {
  const data = new Uint8ClampedArray(image.data.length);
  for (let y = 0, at = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++, at++) data[at] = change(image.data[at] ?? 0, x, y);
  }
  return { ...image, data };
}

function gain(image: GrayImage, factor: number, offset: number): GrayImage {
  return map(image, (value) => value * factor + offset);
}

/** Light that decreases towards one corner. */
function shade(image: GrayImage, factor: number, offset: number): GrayImage {
  const far = image.width + image.height;
  return map(image, (value, x, y) => value * (1 - (1 - factor) * ((x + y) / far)) + offset);
}

/** Approximately Gaussian: the sum of four uniform random numbers, with a fixed seed. */
export function addNoise(image: GrayImage, deviation: number, seed: number): GrayImage {
  let state = seed;
  const throwDie = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const factor = deviation * Math.sqrt(3);
  return map(image, (value) => value + factor * (throwDie() + throwDie() + throwDie() + throwDie()));
}

/** As seen from the side: the top edge is shorter by `tilt` at each end. */
function warp(image: GrayImage, tilt: number): GrayImage {
  const { width, height, data } = image;
  return map(image, (_value, x, y) => {
    const depth = 1 - y / height;
    const scale = 1 - 2 * tilt * depth;
    const fromX = (x - width / 2) / scale + width / 2;
    const fromY = height * (1 - depth / scale);
    const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
    if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 255;
    const [dx, dy] = [fromX - left, fromY - top];
    const at = top * width + left;
    const above = (data[at] ?? 0) * (1 - dx) + (data[at + 1] ?? 0) * dx;
    const below = (data[at + width] ?? 0) * (1 - dx) + (data[at + width + 1] ?? 0) * dx;
    return above * (1 - dy) + below * dy;
  });
}
