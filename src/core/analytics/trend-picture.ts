import type { OutlineTextLater } from '../qr-image/outlined-text.ts';

export interface TrendPicture {
  /** Scans per day, week or month. */
  points: { label: string; scans: number }[];
}

const width = 1_120;
const height = 400;
const margin = { top: 48, right: 24, bottom: 56, left: 24 };
const gap = 0.25;
const textSize = 22;
const labelsMax = 8;
const colors = { ground: '#ffffff', bar: '#4338ca', line: '#d4d4dc', text: '#5b5b66' };

/** A bar chart as SVG. Texts are outlines, so it looks the same in every mail program and needs no font. */
export async function drawTrend({ points }: TrendPicture, outline: OutlineTextLater): Promise<string> {
  const most = Math.max(1, ...points.map(({ scans }) => scans));
  const slot = (width - margin.left - margin.right) / Math.max(1, points.length);
  const ground = height - margin.bottom;
  const bars = points.map(({ scans }, index) => {
    const tall = (scans / most) * (ground - margin.top);
    const x = margin.left + slot * (index + gap / 2);
    return `<rect x="${round(x)}" y="${round(ground - tall)}" width="${round(slot * (1 - gap))}" height="${round(tall)}" rx="3"/>`;
  });
  const every = Math.ceil(points.length / labelsMax);
  const labels: string[] = [];
  for (const [index, { label }] of points.entries()) {
    const x = margin.left + slot * (index + 0.5);
    if (index % every === 0) labels.push(await textAt(label, x, ground + textSize + 14, outline));
  }
  const peak = points.findIndex(({ scans }) => scans === most);
  const top =
    peak === -1
      ? ''
      : await textAt(String(most), margin.left + slot * (peak + 0.5), margin.top - 12, outline);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${colors.ground}"/><path d="M${margin.left} ${ground}H${width - margin.right}" stroke="${colors.line}" stroke-width="2"/><g fill="${colors.bar}">${bars.join('')}</g><g fill="${colors.text}">${labels.join('')}${top}</g></svg>`;
}

/** Centered, and kept inside the picture. */
async function textAt(text: string, x: number, y: number, outline: OutlineTextLater): Promise<string> {
  const drawn = await outline(text);
  if (!drawn.ok) return '';
  const scale = textSize / 1_000;
  const wide = drawn.value.width * scale;
  const left = Math.min(Math.max(x - wide / 2, 8), width - wide - 8);
  return `<path transform="translate(${round(left)} ${round(y)}) scale(${scale})" d="${drawn.value.path}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
