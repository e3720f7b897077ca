import { type Parsed, refuse, type Unparsed } from '../parsed.ts';
import { colourContrast, contrastGood, contrastMin } from './colour-contrast.ts';
import type { Finding, FindingCode } from './finding.ts';
import type { RenderStyle } from './render-style.ts';

/** The assumed background: white paper for a transparent code. */
export function groundColour(style: RenderStyle): string {
  return style.bgTransparent ? '#ffffff' : style.backgroundColor;
}

/** The colors of modules, by the key that sets them. */
export function symbolColours(style: RenderStyle): Record<string, string> {
  const { gradient, eyeColor, eyeBallColor } = style;
  return {
    ...(gradient === null
      ? { foreground_color: style.foregroundColor }
      : { 'the first color of the gradient': gradient.from, 'the last color of the gradient': gradient.to }),
    ...(eyeColor === null ? {} : { eye_color: eyeColor }),
    ...(eyeBallColor === null ? {} : { eye_ball_color: eyeBallColor }),
  };
}

/** The judgement of a design without drawing it: refused, or accepted with findings in words for its owner. */
export function judgeStyle(style: RenderStyle): Parsed<Finding[]> {
  const ground = groundColour(style);
  const findings = new Map<FindingCode, string>();
  for (const [key, colour] of Object.entries(symbolColours(style))) {
    const contrast = colourContrast(colour, ground);
    if (contrast < contrastMin) return refuseContrast(key, contrast, style);
    if (contrast < contrastGood)
      findings.set(
        'similar_colors',
        "The colors are similar. Some phones can't read the code in poor light.",
      );
  }
  if (style.quietZone < 4)
    findings.set('narrow_quiet_zone', 'The quiet zone is narrow. Leave empty space around the printed code.');
  if (style.eyeStyle === 'circle')
    findings.set('round_eyes', "Some readers don't find round eyes when the code is tilted.");
  if (style.bgTransparent)
    findings.set(
      'transparent_background',
      'The background is transparent. We tested the code on white, so place it on a light color.',
    );
  return { ok: true, value: [...findings].map(([code, message]) => ({ code, message })) };
}

function refuseContrast(key: string, contrast: number, style: RenderStyle): Unparsed {
  const isInverted = !style.bgTransparent && contrast <= -contrastMin;
  return {
    ...refuse(contrastMessage(key, contrast, style)),
    reason: isInverted ? 'inverted_colors' : 'low_contrast',
  };
}

function contrastMessage(key: string, contrast: number, style: RenderStyle): string {
  if (style.bgTransparent)
    return `${key} is too light for a transparent code, which we test on white. Choose a darker color.`;
  if (contrast <= -contrastMin)
    return 'The colors are inverted. The code must be darker than its background.';
  return key === 'foreground_color'
    ? 'The colors are too similar. Choose a darker foreground_color or a lighter background_color.'
    : `The colors are too similar. Make ${key} darker or background_color lighter.`;
}
