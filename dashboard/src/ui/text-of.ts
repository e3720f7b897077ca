/** A value of a document as text; empty unless it is a text or number. */
export function textOf(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : fallback;
}
