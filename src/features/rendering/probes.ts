import sharp, { type Sharp } from 'sharp';
import type { GrayImage } from './gray-image.ts';

/** How phones see a code: each takes a raster of 8 pixels a module and spoils it, always in the same way. */
export interface Probe {
  /** "Hard to read …". */
  name: string;
  spoil(image: GrayImage): Promise<GrayImage> | GrayImage;
}

/** Pixels a module of the raster that probes begin with. */
export const probeModulePx = 8;

export const smallProbe: Probe = { name: 'when small', spoil: (image) => resize(image, 2) };

export const photoProbe: Probe = {
  name: 'in a quick photo',
  spoil: async (image) => {
    const tilted = warp(image, 0.06);
    const small = await resize(tilted, 4);
    return compress(addNoise(shade(await blur(small, 0.8), 0.65, 40), 6, 11), 55);
  },
};

export const probes: readonly Probe[] = [
  smallProbe,
  photoProbe,
  { name: 'when turned', spoil: (image) => rotate(image, 45) },
  { name: 'when out of focus', spoil: (image) => blur(image, 0.4 * probeModulePx) },
  { name: 'in the dark', spoil: async (image) => addNoise(await resize(image, 4), 35, 7) },
  { name: 'from the side', spoil: (image) => warp(image, 0.16) },
  { name: 'in weak light', spoil: (image) => gain(image, 0.45, 80) },
  { name: 'when badly compressed', spoil: async (image) => compress(await resize(image, 4), 12) },
];

function sharpGray({ data, width, height }: GrayImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

async function toGrayImage(pipeline: Sharp): Promise<GrayImage> {
  const { data, info } = await pipeline.extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

function resize(image: GrayImage, modulePx: number): Promise<GrayImage> {
  const width = Math.round((image.width * modulePx) / probeModulePx);
  return toGrayImage(sharpGray(image).resize({ width, kernel: 'cubic' }));
}

function rotate(image: GrayImage, degrees: number): Promise<GrayImage> {
  return toGrayImage(sharpGray(image).rotate(degrees, { background: '#ffffff' }));
}

function blur(image: GrayImage, sigma: number): Promise<GrayImage> {
  return toGrayImage(sharpGray(image).blur(sigma));
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

/** Light that falls off towards one corner. */
function shade(image: GrayImage, factor: number, offset: number): GrayImage {
  const far = image.width + image.height;
  return map(image, (value, x, y) => value * (1 - (1 - factor) * ((x + y) / far)) + offset * 0.2);
}

/** Bell-shaped enough: the sum of four even throws, from a fixed seed. */
function addNoise(image: GrayImage, deviation: number, seed: number): GrayImage {
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
