import { isRecord } from '../is-record.ts';
import { type Parsed, refuse } from '../parsed.ts';
import { type PictureLogo, parsePictureLogo, placePictureLogo } from './picture-logo.ts';
import type { PlacedLogo } from './placed-logo.ts';
import type { QrMatrix } from './qr-matrix.ts';
import { parseTracedLogo, placeTracedLogo, type TracedLogo } from './traced-logo.ts';

/** A picture in the middle of a code. */
export type Logo = TracedLogo | PictureLogo;

export function parseLogo(value: unknown): Parsed<Logo> {
  if (!isRecord(value) || ['image', 'svg', 'paths'].filter((key) => key in value).length !== 1)
    return refuse(
      'logo must have exactly one of image (a data URI), svg, and paths with a view_box. The style guide shows examples.',
    );
  return 'paths' in value ? parseTracedLogo(value) : parsePictureLogo(value);
}

export function placeLogo(logo: Logo, matrix: QrMatrix): Parsed<PlacedLogo> {
  return logo.kind === 'shapes' ? placeTracedLogo(logo, matrix) : placePictureLogo(logo, matrix);
}
