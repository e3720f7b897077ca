import { type Parsed, refuse } from '../parsed.ts';
import { defaultStyle } from './default-style.ts';
import { type DotStyle, dotStyles } from './dots.ts';
import { type EyeStyle, eyeStyles } from './eyes.ts';
import { type ErrorLevel, errorLevels } from './qr-matrix.ts';

const ratios = ['1:1', '4:5', '5:4', '3:4', '4:3', '9:16', '16:9', 'custom'] as const;
const units = ['px', 'mm', 'cm', 'in'] as const;
const borders = ['none', 'solid', 'rounded'] as const;
const alignments = [
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

/** A design, checked. The keys of `qr_render_metadata` in our own spelling. */
export interface RenderStyle {
  formatRatio: (typeof ratios)[number];
  width: number;
  height: number;
  unit: Unit;
  padding: number;
  quietZone: number;
  borderStyle: (typeof borders)[number];
  dotStyle: DotStyle;
  eyeStyle: EyeStyle;
  foregroundColor: string;
  backgroundColor: string;
  bgTransparent: boolean;
  errorCorrection: ErrorLevel;
  dpi: number;
  exportPng: boolean;
  outputAlignment: Alignment;
}

/** Smallest and largest side, by unit. */
const sides: Record<Unit, [number, number]> = {
  px: [128, 4_096],
  mm: [10, 1_000],
  cm: [1, 100],
  in: [0.4, 40],
};
const paddingShareMax = 0.25;
const hexColour = /^#[0-9a-f]{6}$/i;

/** Reads a design; what is absent has its default. A message names the key. */
export function parseRenderStyle(metadata: Record<string, unknown>): Parsed<RenderStyle> {
  const source: Record<string, unknown> = { ...defaultStyle, ...metadata };
  const problems: string[] = [];
  const choice = <Value extends string>(key: string, values: readonly Value[]): Value => {
    const found = values.find((value) => value === source[key]);
    if (found === undefined) problems.push(`${key} must be one of ${values.join(', ')}.`);
    return found ?? (values[0] as Value);
  };
  const number = (key: string, min: number, max: number): number => {
    const value = source[key];
    if (typeof value === 'number' && value >= min && value <= max) return value;
    problems.push(`${key} must be a number from ${min} to ${max}.`);
    return min;
  };
  const colour = (key: string): string => {
    const value = source[key];
    if (typeof value === 'string' && hexColour.test(value)) return value.toLowerCase();
    problems.push(`${key} must be a colour such as #1a2b3c.`);
    return '#000000';
  };
  const flag = (key: string): boolean => {
    if (typeof source[key] !== 'boolean') problems.push(`${key} must be true or false.`);
    return source[key] === true;
  };

  const unit = choice('unit', units);
  const [sideMin, sideMax] = sides[unit];
  const width = number('width', sideMin, sideMax);
  const height = number('height', sideMin, sideMax);
  const style: RenderStyle = {
    formatRatio: choice('format_ratio', ratios),
    width,
    height,
    unit,
    padding: number('padding', 0, Math.min(width, height) * paddingShareMax),
    quietZone: number('quiet_zone', 1, 10),
    borderStyle: choice('border_style', borders),
    dotStyle: choice('dot_style', dotStyles),
    eyeStyle: choice('eye_style', eyeStyles),
    foregroundColor: colour('foreground_color'),
    backgroundColor: colour('background_color'),
    bgTransparent: flag('bg_transparent'),
    errorCorrection: choice('error_correction', errorLevels),
    dpi: number('dpi', 72, 1_200),
    exportPng: flag('export_png'),
    outputAlignment: choice('output_alignment', alignments),
  };
  const [problem] = problems;
  return problem === undefined ? { ok: true, value: style } : refuse(problem);
}
