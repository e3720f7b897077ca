/** 1 for full size (`npm run proof`); a fraction runs the same code smaller, as in CI. */
export const proofScale = Number(process.env['PROOF_SCALE'] ?? '0.02');

/** A count at the current scale, never below `min`. */
export function scaled(fullSize: number, min: number): number {
  return Math.max(min, Math.round(fullSize * proofScale));
}
