/** Luma (BT.601) of a `#rrggbb` color, 0 to 255. */
export function luma(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** How much lighter the background is. This predicts cameras better than the contrast ratio for human eyes. */
export function colourContrast(foreground: string, background: string): number {
  return luma(background) - luma(foreground);
}

export const contrastMin = 100;
export const contrastGood = 136;
