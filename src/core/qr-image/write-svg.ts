import { crc32 } from '../crc32.ts';
import { gradientElement } from './gradient.ts';
import { pathNumber } from './path-number.ts';
import type { Box, ColouredShape, LogoDrawing, Placement, Scene } from './scene.ts';

/** Only shapes, colors and pictures inside the file: nothing that could run, load or differ between viewers. */
export function writeSvg({ widthPx, heightPx, ground, frame, symbol }: Scene): string {
  const background = ground === null ? '' : `<path fill="${ground}" d="M0 0H${widthPx}V${heightPx}H0z"/>`;
  const framed =
    frame === null
      ? ''
      : `<g transform="${placement(frame.place)}">${frame.shapes.map(shapeElement).join('')}</g>`;
  const fill = symbolFill(symbol);
  const eyes = symbol.eyes.map(
    ({ d, colour }) => `<path${colour === null ? '' : ` fill="${colour}"`} fill-rule="evenodd" d="${d}"/>`,
  );
  const { logo } = symbol;
  // Only where it is needed.
  const links = logo?.drawing.kind === 'picture' ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : '';
  const plate = logo?.plate ? `<path fill="${logo.plate.colour}" d="${logo.plate.d}"/>` : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg"${links} width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}">` +
    `${background}${framed}<g fill="${fill.paint}" transform="${placement(symbol.place)}">${fill.definition}` +
    `${symbol.dots.map((d) => `<path d="${d}"/>`).join('')}` +
    `${eyes.join('')}${plate}${logo === null ? '' : logoElement(logo.drawing)}</g></svg>\n`
  );
}

function placement({ x, y, scale }: Placement): string {
  return `translate(${x} ${y}) scale(${scale})`;
}

function shapeElement({ role, d, colour, stroke, place }: ColouredShape): string {
  if (stroke !== null)
    return `<path fill="none" stroke="${colour}" stroke-width="${pathNumber(stroke)}" stroke-linecap="round" d="${d}"/>`;
  if (role === 'frame') return `<path fill="${colour}" fill-rule="evenodd" d="${d}"/>`;
  const transform =
    place === null
      ? ''
      : ` transform="translate(${pathNumber(place.x)} ${pathNumber(place.y)}) scale(${place.scale.toFixed(6)})"`;
  return `<path fill="${colour}"${transform} d="${d}"/>`;
}

function symbolFill({ colour, gradient, size }: Scene['symbol']): { paint: string; definition: string } {
  if (gradient === null) return { paint: colour, definition: '' };
  // Named after its content: two codes on one page must not use each other's colors.
  const id = `g${crc32(JSON.stringify([gradient, size])).toString(16)}`;
  return { paint: `url(#${id})`, definition: `<defs>${gradientElement(gradient, id, size)}</defs>` };
}

function logoElement(logo: LogoDrawing): string {
  if (logo.kind === 'shapes') {
    const paths = logo.paths.map(({ d, fill }) => `<path fill="${fill}" d="${d}"/>`).join('');
    return `<svg ${boxAttributes(logo.box)} viewBox="${logo.viewBox.join(' ')}">${paths}</svg>`;
  }
  const content = logo.kind === 'vector' ? logo.content : logo.href;
  const id = `l${crc32(JSON.stringify([content, logo.clip])).toString(16)}`;
  const clip = `<defs><clipPath id="${id}"><path d="${logo.clip}"/></clipPath></defs>`;
  const drawing =
    logo.kind === 'vector'
      ? // Black is the color of shapes without one.
        `<svg ${boxAttributes(logo.box)} viewBox="${logo.viewBox.join(' ')}" fill="#000000">${withOwnNames(content, id)}</svg>`
      : `<image ${boxAttributes(logo.box)} preserveAspectRatio="xMidYMid slice" xlink:href="${logo.href}"/>`;
  return `${clip}<g clip-path="url(#${id})">${drawing}</g>`;
}

function boxAttributes({ x, y, width, height }: Box): string {
  return `x="${pathNumber(x)}" y="${pathNumber(y)}" width="${pathNumber(width)}" height="${pathNumber(height)}"`;
}

/** Names of colors are unique in a page, so they must be in the picture too. */
function withOwnNames(content: string, prefix: string): string {
  return content.replaceAll(' id="', ` id="${prefix}-`).replaceAll('url(#', `url(#${prefix}-`);
}
