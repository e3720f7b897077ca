/** Before the elements: one dimension, no nulls, elements of type `uuid` (2950). */
const arrayStart = '000000010000000000000b86';
const lowerBound = '00000001';
/** Before each element: its length in bytes. */
const elementStart = '00000010';

/**
 * An array of UUIDs in PostgreSQL's binary format. Parsing a UUID from text takes PostgreSQL 2 µs; native code parses the hex digits at
 * once.
 */
export function encodeUuids(ids: readonly string[]): Buffer {
  const count = ids.length.toString(16).padStart(8, '0');
  const elements = ids.length === 0 ? '' : `${elementStart}${ids.join(elementStart)}`.replaceAll('-', '');
  return Buffer.from(`${arrayStart}${count}${lowerBound}${elements}`, 'hex');
}
