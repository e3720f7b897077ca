import { type Parsed, refuse } from '../parsed.ts';
import { colourContrast, contrastGood, contrastMin } from './colour-contrast.ts';
import type { RenderStyle } from './render-style.ts';

/** The assumed background: white paper for a transparent code. */
export function groundColour(style: RenderStyle): string {
  return style.bgTransparent ? '#ffffff' : style.backgroundColor;
}

/** The colors of modules, by the key that sets them. */
export function symbolColours(style: RenderStyle): Record<string, string> {
  const { gradient, eyeColor } = style;
  return {
    ...(gradient === null
      ? { foreground_color: style.foregroundColor }
      : { "the gradient's first colour": gradient.from, "the gradient's last colour": gradient.to }),
    ...(eyeColor === null ? {} : { eye_color: eyeColor }),
  };
}

/** The judgement of a design without drawing it: refused, or accepted with findings in words for its owner. */
export function judgeStyle(style: RenderStyle): Parsed<string[]> {
  const ground = groundColour(style);
  const findings: string[] = [];
  for (const [key, colour] of Object.entries(symbolColours(style))) {
    const contrast = colourContrast(colour, ground);
    if (contrast < contrastMin) return refuse(contrastMessage(key, contrast, style));
    if (contrast < contrastGood)
      findings.push('The colours are close: in poor light some phones will not read the code.');
  }
  if (style.quietZone < 4) findings.push('The quiet zone is narrow: keep the code away from other print.');
  if (style.eyeStyle === 'circle')
    findings.push('Round eyes are not found by every reader when the code is tilted.');
  if (style.bgTransparent)
    findings.push(
      'The background is transparent: the code was checked on white, so lay it on a light colour.',
    );
  return { ok: true, value: [...new Set(findings)] };
}

function contrastMessage(key: string, contrast: number, style: RenderStyle): string {
  if (style.bgTransparent)
    return `${key} is too light for a transparent code, which is read on white: choose a darker one.`;
  if (contrast <= -contrastMin)
    return 'The colours are inverted: the code must be darker than its background.';
  return key === 'foreground_color'
    ? 'The colours are too close: choose a darker foreground_color or a lighter background_color.'
    : `The colours are too close: ${key} must be darker, or background_color lighter.`;
}
