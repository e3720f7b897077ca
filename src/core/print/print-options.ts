import { accept, type Parsed, parseAll, refuseField } from '../parsed.ts';
import { sides, type Unit, units } from '../qr-image/render-style.ts';

export const printFormats = ['svg', 'png', 'pdf', 'eps', 'dxf'] as const;
export const colorModes = ['rgb', 'cmyk'] as const;
export type PrintFormat = (typeof printFormats)[number];

/** How an image is written for a printer, besides its design. */
export interface PrintOptions {
  format: PrintFormat;
  /** Null: as in the design. */
  size: { width: number; unit: Unit } | null;
  dpi: number | null;
  isTransparent: boolean | null;
  /** With `cmyk`, the symbol is on the plate of black, or of the spot color, alone. */
  colorMode: (typeof colorModes)[number];
  spotColor: string | null;
  /** How far the background goes beyond the cut. */
  bleedMm: number;
  hasMarks: boolean;
}

/** As in the design, in colors of screens. */
export const plainPdf: PrintOptions = {
  format: 'pdf',
  size: null,
  dpi: null,
  isTransparent: null,
  colorMode: 'rgb',
  spotColor: null,
  bleedMm: 0,
  hasMarks: false,
};

export const printParameters = [
  'format',
  'width',
  'unit',
  'dpi',
  'transparent',
  'color_mode',
  'spot_color',
  'bleed',
  'marks',
];
export const bleedMmMax = 10;
const spotName = /^[A-Za-z0-9](?:[A-Za-z0-9 ._+-]{0,38}[A-Za-z0-9])?$/;
/** Names of process colors can't name a spot color. */
const processNames = /^(?:cyan|magenta|yellow|black|all|none)$/i;

type Source = Record<string, string | undefined>;

/** From the parameters of an address. */
export function parsePrintOptions(source: Source): Parsed<PrintOptions> {
  const format = printFormats.find((known) => known === source['format']);
  if (format === undefined) return refuseField('format', `must be one of ${printFormats.join(', ')}.`);
  const only = (field: string, formats: readonly PrintFormat[]): Parsed<null> =>
    source[field] === undefined || formats.includes(format)
      ? accept(null)
      : refuseField(field, `can be used with ${formats.join(' and ')} only.`);
  const parsed = parseAll({
    size: parseSize(source),
    dpi: parseNumber(source, 'dpi', 72, 1_200),
    isTransparent: parseFlag(source, 'transparent'),
    colorMode: parseColorMode(source['color_mode']),
    spotColor: parseSpotColor(source['spot_color']),
    bleedMm: parseNumber(source, 'bleed', 0, bleedMmMax),
    hasMarks: parseFlag(source, 'marks'),
    onlyPixels: only('dpi', ['png']),
    onlyInk: only('color_mode', ['pdf', 'eps']),
    onlySpot: only('spot_color', ['pdf', 'eps']),
    onlyBleed: only('bleed', ['pdf']),
    onlyMarks: only('marks', ['pdf']),
  });
  if (!parsed.ok) return parsed;
  const { size, dpi, isTransparent, colorMode, spotColor, bleedMm, hasMarks } = parsed.value;
  if (spotColor !== null && colorMode !== 'cmyk') return refuseField('spot_color', 'needs color_mode=cmyk.');
  return accept({
    format,
    size,
    dpi,
    isTransparent,
    colorMode,
    spotColor,
    bleedMm: bleedMm ?? 0,
    hasMarks: hasMarks ?? false,
  });
}

function parseSize(source: Source): Parsed<PrintOptions['size']> {
  const unit = units.find((known) => known === (source['unit'] ?? 'mm'));
  if (unit === undefined) return refuseField('unit', `must be one of ${units.join(', ')}.`);
  if (source['unit'] !== undefined && source['width'] === undefined)
    return refuseField('unit', 'needs a width.');
  const width = parseNumber(source, 'width', ...sides[unit]);
  if (!width.ok) return width;
  return accept(width.value === null ? null : { width: width.value, unit });
}

function parseNumber(source: Source, field: string, least: number, most: number): Parsed<number | null> {
  const raw = source[field];
  if (raw === undefined) return accept(null);
  const value = /^\d{1,6}(?:\.\d{1,4})?$/.test(raw) ? Number(raw) : Number.NaN;
  return value >= least && value <= most
    ? accept(value)
    : refuseField(field, `must be a number from ${least} to ${most}.`);
}

function parseFlag(source: Source, field: string): Parsed<boolean | null> {
  const raw = source[field];
  if (raw === undefined) return accept(null);
  return raw === 'true' || raw === 'false'
    ? accept(raw === 'true')
    : refuseField(field, 'must be true or false.');
}

function parseColorMode(raw: string | undefined): Parsed<PrintOptions['colorMode']> {
  const mode = colorModes.find((known) => known === (raw ?? 'rgb'));
  return mode === undefined
    ? refuseField('color_mode', `must be one of ${colorModes.join(', ')}.`)
    : accept(mode);
}

function parseSpotColor(raw: string | undefined): Parsed<string | null> {
  if (raw === undefined) return accept(null);
  if (!spotName.test(raw) || processNames.test(raw))
    return refuseField(
      'spot_color',
      'must be the name of a spot color, such as PANTONE 185 C: up to 40 letters, digits and spaces.',
    );
  return accept(raw);
}
