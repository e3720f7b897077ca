import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

export interface SampleLogo {
  name: string;
  file: Buffer;
  /** How it is put into a code, besides the file. */
  look: Record<string, unknown>;
}

const photo = (name: string) => readFileSync(join(import.meta.dirname, 'logos', name));
const svg = (viewBox: string, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>`);
const leaf = 'M50 6C20 26 8 50 14 78c26 8 52-4 66-34C82 30 72 16 50 6z';
const wordmark =
  'M4 6h6l4 18 5-18h5l5 18 4-18h6l-8 28h-5l-5-17-5 17h-5zM48 6h16v6H54v5h9v6h-9v5h10v6H48zM70 6h6l8 16V6h6v28h-6L76 18v16h-6zM96 6h18v6h-6v22h-6V12h-6z';

/** The logos that people have: photographs, fine lines, many colors, no background, odd shapes. */
export async function sampleLogos(): Promise<SampleLogo[]> {
  const colours = [
    'e63946',
    'f3722c',
    'f9c74f',
    '90be6d',
    '43aa8b',
    '4d908e',
    '577590',
    '277da1',
    '7209b7',
    'f72585',
  ];
  const wheel = colours
    .map(
      (colour, index) =>
        `<path fill="#${colour}" transform="rotate(${index * 36} 50 50)" d="M50 50L35 4h30z"/>`,
    )
    .join('');
  const rings = Array.from(
    { length: 9 },
    (_, index) =>
      `<circle cx="50" cy="50" r="${8 + index * 5}" fill="none" stroke="#0b3d2e" stroke-width="1.2"/>`,
  ).join('');
  const ring =
    '<path fill="#c1121f" fill-rule="evenodd" d="M50 2a48 48 0 1 0 .1 0zM50 22a28 28 0 1 1-.1 0z"/><path fill="#003049" d="M40 40h20v20H40z"/>';
  const toPng = (file: Buffer, side: number) => sharp(file, { density: 300 }).resize(side).png().toBuffer();
  return [
    { name: 'photograph', file: photo('coffee.jpg'), look: { share: 0.28, shape: 'rounded' } },
    { name: 'portrait', file: photo('cat.jpg'), look: { share: 0.28, shape: 'circle' } },
    { name: 'flat', file: svg('0 0 88 88', `<path fill="#2b9348" d="${leaf}"/>`), look: {} },
    { name: 'fine lines', file: svg('0 0 100 100', rings), look: { share: 0.25 } },
    { name: 'ten colors', file: await toPng(svg('0 0 100 100', wheel), 400), look: { share: 0.26 } },
    { name: 'transparent', file: await toPng(svg('0 0 100 100', ring), 300), look: { padding: 0 } },
    {
      name: 'white',
      file: svg('0 0 88 88', `<path fill="#ffffff" d="${leaf}"/>`),
      look: { background: '#14213d', shape: 'circle', padding: 1 },
    },
    { name: 'black', file: svg('0 0 88 88', `<path d="${leaf}"/>`), look: { padding: 1 } },
    {
      name: 'wide',
      file: svg('0 0 118 40', `<path fill="#d1495b" d="${wordmark}"/>`),
      look: { share: 0.34 },
    },
    {
      name: 'tall',
      file: svg('0 0 30 90', '<path fill="#6f4518" d="M10 2h10v20l8 14v52H2V36l8-14z"/>'),
      look: { share: 0.36 },
    },
    {
      name: 'gradient',
      file: svg(
        '0 0 100 100',
        '<defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f72585"/><stop offset="1" stop-color="#3a0ca3"/></linearGradient></defs><circle cx="50" cy="50" r="48" fill="url(#sky)"/><path fill="#fff" d="M50 22l9 19 20 3-15 14 4 20-18-10-18 10 4-20-15-14 20-3z"/>',
      ),
      look: { share: 0.24 },
    },
    { name: 'tiny', file: await toPng(svg('0 0 88 88', `<path fill="#0077b6" d="${leaf}"/>`), 16), look: {} },
  ];
}
