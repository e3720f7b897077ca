import sharp from 'sharp';
import { drawTrend, type TrendPicture } from '#core/analytics/trend-picture.ts';
import { outlineCaption } from './outline-caption.ts';

/** The chart of a report as PNG, for mail programs, which show no SVG. */
export async function drawTrendPng(picture: TrendPicture): Promise<Uint8Array> {
  const svg = await drawTrend(picture, outlineCaption);
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 32, compressionLevel: 9 }).toBuffer();
}
