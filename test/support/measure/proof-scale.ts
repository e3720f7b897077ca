/** 1 for the figures themselves (`npm run proof`); a fraction runs the same code smaller, as CI does. */
export const proofScale = Number(process.env['PROOF_SCALE'] ?? '0.02');

/** A count at the present scale, never below `min`. */
export function scaled(fullSize: number, min: number): number {
  return Math.max(min, Math.round(fullSize * proofScale));
}
