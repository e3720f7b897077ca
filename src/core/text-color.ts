/** Above this relative luminance, black text has more contrast than white. */
const darkTextFrom = 0.179;

/** Black or white, whichever is easier to read on a `#rrggbb` color: always a contrast of at least 4.5 (WCAG 2). */
export function textColorOn(color: string): '#000' | '#fff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const value = Number.parseInt(color.slice(place, place + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > darkTextFrom ? '#000' : '#fff';
}
