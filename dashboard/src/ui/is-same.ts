/** Whether two documents are equal, regardless of key order and empty fields. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, field]) => field !== '' && field !== false && field !== null && field !== undefined)
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([key, field]) => [key, plain(field)]);
}
