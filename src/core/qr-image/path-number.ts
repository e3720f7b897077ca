/** The shortest form of a coordinate: a thousandth of a module is finer than any printer. */
export function pathNumber(value: number): string {
  const rounded = Math.round(value * 1_000) / 1_000;
  return String(rounded === 0 ? 0 : rounded).replace(/^(-?)0\./, '$1.');
}
