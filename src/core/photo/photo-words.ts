import type { PhotoCode } from './check-photo.ts';

export interface PhotoReading {
  name: string;
  value: string;
}

/** How well a code is seen, for people. */
export function photoReadings(code: PhotoCode): PhotoReading[] {
  const percent = (share: number) => `${Math.round(100 * share)}%`;
  return [
    { name: 'Contrast', value: percent(code.contrast) },
    { name: 'Edges', value: `${code.edgeModules.toFixed(1)} modules wide` },
    { name: 'Free border', value: `${code.quietModules} of 4 modules` },
    { name: 'Tilt', value: `${Math.round(code.tiltDegrees)}°` },
    { name: 'Size', value: `${code.modulePx.toFixed(1)} pixels per module` },
    { name: 'Error correction left', value: percent(code.spare) },
  ];
}

/** Whose code was read, as far as its link tells. */
export type PhotoOwner = 'own' | 'other_host' | 'foreign';

/** @param shortLink of the account's code with the slug that was read; null if it has none. */
export function photoOwner(text: string, shortLink: string | null): PhotoOwner {
  if (shortLink === null) return 'foreign';
  // Printed links are in upper case, because they need fewer modules.
  return text.toLowerCase() === shortLink.toLowerCase() ? 'own' : 'other_host';
}

export const ownerTexts: Readonly<Record<PhotoOwner, string>> = {
  own: 'This is your code.',
  other_host:
    'It has the slug of your code, but the address of another host. If the link was not printed before its domain changed, somebody may have replaced the code.',
  foreign:
    'This is not a code of your account. If it hangs where yours should, somebody may have put theirs over it.',
};
