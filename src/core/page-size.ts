const decimal = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
export const pageSizeDefault = 20;
export const pageSizeMax = 100;

/**
 * Reads `page_size`, which is never refused (specification, Limits; D30).
 * @param whenTooSmall the value for 0 and negative numbers, which differs by endpoint.
 */
export function parsePageSize(raw: string | undefined, whenTooSmall: number): number {
  const text = raw?.trim() ?? '';
  if (!decimal.test(text)) return pageSizeDefault;
  const size = Math.trunc(Number(text));
  if (size < 1) return whenTooSmall;
  return Math.min(size, pageSizeMax);
}
