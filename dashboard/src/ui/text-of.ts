/** A value of a document as text: what is neither text nor number has none. */
export function textOf(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : fallback;
}
