import { crc32 } from '../crc32.ts';
import { colourContrast, contrastMin } from './colour-contrast.ts';
import { dotsPath } from './dots.ts';
import { eyesPath } from './eyes.ts';
import { frameElements } from './frame.ts';
import { gradientElement } from './gradient.ts';
import type { ImageLayout } from './image-layout.ts';
import { logoElement } from './logo.ts';
import type { OutlinedText } from './outlined-text.ts';
import type { QrMatrix } from './qr-matrix.ts';
import type { RenderStyle } from './render-style.ts';
import { type Cell, eyePositions, partOf } from './symbol-parts.ts';

interface Scene {
  matrix: QrMatrix;
  style: RenderStyle;
  layout: ImageLayout;
  /** Side of the square for the logo in the middle, in modules. */
  slot: number;
  caption: OutlinedText | null;
}

/** Only paths and colors: nothing that could run, load or differ between viewers. */
export function writeSvg({ matrix, style, layout, slot, caption }: Scene): string {
  const { widthPx, heightPx, modulePx, symbolX, symbolY, zoneX, zoneY, zoneModules } = layout;
  const background = style.bgTransparent
    ? ''
    : `<path fill="${style.backgroundColor}" d="M0 0H${widthPx}V${heightPx}H0z"/>`;
  const frame = frameElements({
    border: style.borderStyle,
    zone: zoneModules,
    quietZone: style.quietZone,
    colour: style.frameColor,
    captionColour: captionColour(style),
    caption,
  });
  const framed = frame === '' ? '' : `<g transform="${placement(zoneX, zoneY, modulePx)}">${frame}</g>`;
  const fill = symbolFill(style, matrix.size);
  const eyes = eyesPath(style.eyeStyle, eyePositions(matrix));
  const eyeFill = style.eyeColor === null ? '' : ` fill="${style.eyeColor}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}">` +
    `${background}${framed}<g fill="${fill.paint}" transform="${placement(symbolX, symbolY, modulePx)}">${fill.definition}` +
    `${symbolPaths(matrix, style, slot)
      .map((path) => `<path d="${path}"/>`)
      .join('')}` +
    `<path${eyeFill} fill-rule="evenodd" d="${eyes}"/>` +
    `${style.logo === null ? '' : logoElement(style.logo, slot, matrix.size)}</g></svg>\n`
  );
}

function placement(x: number, y: number, scale: number): string {
  return `translate(${x} ${y}) scale(${scale})`;
}

/** Dots in their style, alignment patterns solid; modules behind the logo are left out. */
function symbolPaths(matrix: QrMatrix, style: RenderStyle, slot: number): string[] {
  const part = partOf(matrix);
  const isCovered = (at: number) => Math.abs(at - (matrix.size - 1) / 2) < slot / 2;
  const dots: Cell[] = [];
  const solid: Cell[] = [];
  for (let y = 0; y < matrix.size; y++) {
    for (let x = 0; x < matrix.size; x++) {
      if (!matrix.isDark(x, y) || (isCovered(x) && isCovered(y))) continue;
      const kind = part(x, y);
      if (kind !== 'eye') (kind === 'alignment' ? solid : dots).push({ x, y });
    }
  }
  return [dotsPath(style.dotStyle, dots), dotsPath('square', solid)].filter((path) => path !== '');
}

function symbolFill(style: RenderStyle, size: number): { paint: string; definition: string } {
  if (style.gradient === null) return { paint: style.foregroundColor, definition: '' };
  // Named after its content: two codes on one page must not use each other's colors.
  const id = `g${crc32(JSON.stringify([style.gradient, size])).toString(16)}`;
  return {
    paint: `url(#${id})`,
    definition: `<defs>${gradientElement(style.gradient, id, size)}</defs>`,
  };
}

/** The caption is on the color of the frame: uses the background color if it has enough contrast, otherwise the best of these. */
function captionColour(style: RenderStyle): string {
  const distance = (colour: string) => Math.abs(colourContrast(colour, style.frameColor));
  if (!style.bgTransparent && distance(style.backgroundColor) >= contrastMin) return style.backgroundColor;
  return distance('#ffffff') >= distance('#000000') ? '#ffffff' : '#000000';
}
