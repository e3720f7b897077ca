/** Lengths in code points, after trimming (D12). */
export const projectNameBounds = { min: 1, max: 120 };
export const projectDescriptionBounds = { min: 0, max: 2_000 };
