/** Lengths in code points, after trimming (D12). */
export const projectBounds = {
  name: { min: 1, max: 120 },
  description: { min: 0, max: 2_000 },
};
