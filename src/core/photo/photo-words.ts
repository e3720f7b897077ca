import type { PhotoCode } from './check-photo.ts';
import { photoLimits } from './photo-limits.ts';

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
    { name: 'Free border', value: `${code.quietModules} of ${photoLimits.quietModulesFull} modules` },
    { name: 'Tilt', value: `${Math.round(code.tiltDegrees)}°` },
    { name: 'Size', value: `${code.modulePx.toFixed(1)} pixels per module` },
    { name: 'Error correction left', value: percent(code.spare) },
  ];
}
