import { accept, type Parsed, parseEach, refuse, refuseField, type Unparsed } from '../parsed.ts';
import { defaultStyle } from './default-style.ts';
import { type DotStyle, dotStyles } from './dots.ts';
import { type EyeBallStyle, type EyeStyle, eyeBallStyles, eyeStyles } from './eyes.ts';
import { type BorderStyle, borderStyles, hasCaption } from './frames/frame.ts';
import { type Gradient, parseGradient } from './gradient.ts';
import { hexColour } from './hex-colour.ts';
import { type Logo, parseLogo } from './logo.ts';
import { type ErrorLevel, errorLevels } from './qr-matrix.ts';

export const ratios = ['1:1', '4:5', '5:4', '3:4', '4:3', '9:16', '16:9', 'custom'] as const;
export const units = ['px', 'mm', 'cm', 'in'] as const;
export const alignments = [
  'center',
  'top',
  'right',
  'bottom',
  'left',
  'top-left',
  'top-right',
  'bottom-right',
  'bottom-left',
] as const;

export type Unit = (typeof units)[number];
export type Alignment = (typeof alignments)[number];

/** A checked design. The keys of `qr_render_metadata` in camel case. */
export interface RenderStyle {
  formatRatio: (typeof ratios)[number];
  width: number;
  /** From the ratio, unless that is `custom`. */
  height: number;
  unit: Unit;
  padding: number;
  quietZone: number;
  borderStyle: BorderStyle;
  dotStyle: DotStyle;
  eyeStyle: EyeStyle;
  foregroundColor: string;
  backgroundColor: string;
  bgTransparent: boolean;
  errorCorrection: ErrorLevel;
  dpi: number;
  exportPng: boolean;
  outputAlignment: Alignment;
  /** Null if the frame has no caption. */
  caption: string | null;
  /** Null: like the rest of the symbol, including a gradient. */
  eyeColor: string | null;
  /** Null: like the rest of the eye. */
  eyeBallStyle: EyeBallStyle | null;
  eyeBallColor: string | null;
  frameColor: string;
  gradient: Gradient | null;
  logo: Logo | null;
}

/** Minimum and maximum side, by unit. */
export const sides: Record<Unit, [number, number]> = {
  px: [128, 4_096],
  mm: [10, 1_000],
  cm: [1, 100],
  in: [0.4, 40],
};
/** The default width prints well; without a height, it is a square. */
const sideDefaults: Record<Unit, number> = { px: defaultStyle.width, mm: 50, cm: 5, in: 2 };
const paddingShareMax = 0.25;
const captionLettersMax = 40;
const captionDefault = 'SCAN ME';

/** Every key of a design. */
export const styleKeys: readonly string[] = [
  ...Object.keys(defaultStyle),
  'caption',
  'eye_color',
  'eye_ball_style',
  'eye_ball_color',
  'frame_color',
  'gradient',
  'logo',
];

/** Parses a design and fills in defaults. A message names the key. */
export function parseRenderStyle(design: Record<string, unknown>): Parsed<RenderStyle> {
  const source: Record<string, unknown> = { ...defaultStyle, ...design };
  const problems: Unparsed[] = [];
  const choice = <Value extends string>(key: string, values: readonly Value[]): Value => {
    const found = values.find((value) => value === source[key]);
    if (found === undefined) problems.push(refuseField(key, `must be one of ${values.join(', ')}.`));
    return found ?? (values[0] as Value);
  };
  const number = (key: string, min: number, max: number, value = source[key]): number => {
    if (typeof value === 'number' && value >= min && value <= max) return value;
    problems.push(refuseField(key, `must be a number from ${min} to ${max}.`));
    return min;
  };
  const colour = (key: string): string => {
    const value = hexColour(source[key]);
    if (value === null) problems.push(refuseField(key, 'must be a color such as #1a2b3c.'));
    return value ?? '#000000';
  };
  const isGiven = (key: string) => source[key] !== undefined && source[key] !== null;
  const gradient = (): Gradient | null => {
    if (!isGiven('gradient')) return null;
    const value = parseGradient(source['gradient']);
    if (value === null)
      problems.push(
        refuseField(
          'gradient',
          'must be {"type": "linear" or "radial", "from": "#1a2b3c", "to": "#1a2b3c", "angle": 0 to 360}.',
        ),
      );
    return value;
  };
  const logo = (): Logo | null => {
    if (!isGiven('logo')) return null;
    const value = parseLogo(source['logo']);
    if (value.ok) return value.value;
    problems.push(refuse(value.message, 'logo'));
    return null;
  };
  const caption = (border: BorderStyle): string | null => {
    if (!hasCaption(border)) {
      if (isGiven('caption'))
        problems.push(refuseField('caption', 'needs a border_style with words, such as caption.'));
      return null;
    }
    const value = isGiven('caption') ? source['caption'] : captionDefault;
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '' || Array.from(text).length > captionLettersMax)
      problems.push(refuseField('caption', `must be text of 1 to ${captionLettersMax} characters.`));
    return text;
  };
  const flag = (key: string): boolean => {
    if (typeof source[key] !== 'boolean') problems.push(refuseField(key, 'must be true or false.'));
    return source[key] === true;
  };

  const unit = choice('unit', units);
  const [sideMin, sideMax] = sides[unit];
  const width = number('width', sideMin, sideMax, design['width'] ?? sideDefaults[unit]);
  const formatRatio = choice('format_ratio', ratios);
  const [ratioX = 1, ratioY = 1] = formatRatio === 'custom' ? [] : formatRatio.split(':').map(Number);
  const given = number('height', sideMin, sideMax, design['height'] ?? width);
  const height = formatRatio === 'custom' ? given : (width * ratioY) / ratioX;
  if (height > sideMax || height < sideMin)
    problems.push(
      refuseField(
        'width',
        `results in a height of ${Math.round(height * 10) / 10} ${unit}. The height must be from ${sideMin} to ${sideMax}.`,
      ),
    );
  const borderStyle = choice('border_style', borderStyles);
  const foregroundColor = colour('foreground_color');
  const style: RenderStyle = {
    formatRatio,
    width,
    height,
    unit,
    padding: number('padding', 0, Math.min(width, height) * paddingShareMax),
    quietZone: number('quiet_zone', 1, 10),
    borderStyle,
    dotStyle: choice('dot_style', dotStyles),
    eyeStyle: choice('eye_style', eyeStyles),
    foregroundColor,
    backgroundColor: colour('background_color'),
    bgTransparent: flag('bg_transparent'),
    errorCorrection: choice('error_correction', errorLevels),
    dpi: number('dpi', 72, 1_200),
    exportPng: flag('export_png'),
    outputAlignment: choice('output_alignment', alignments),
    caption: caption(borderStyle),
    eyeColor: isGiven('eye_color') ? colour('eye_color') : null,
    eyeBallStyle: isGiven('eye_ball_style') ? choice('eye_ball_style', eyeBallStyles) : null,
    eyeBallColor: isGiven('eye_ball_color') ? colour('eye_ball_color') : null,
    frameColor: isGiven('frame_color') ? colour('frame_color') : foregroundColor,
    gradient: gradient(),
    logo: logo(),
  };
  const found = parseEach(problems);
  return found.ok ? accept(style) : found;
}
