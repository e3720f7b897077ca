import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { formatIdentifier, parseIdentifier } from './identifier.ts';
import type { ListOrder } from './list-order.ts';

const cursorLengthMax = 2_000;
/** The last millisecond that a date can have. */
const timeMax = 8_640_000_000_000_000;

/** The end of a page: the sort key of its last row. Times are milliseconds. */
export interface ListCursor {
  key: number | string;
  id: string;
}

/** A cursor as text. It names nothing that its reader could not see, so it needs no seal. */
export function formatListCursor({ key, id }: ListCursor): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify([key, formatIdentifier('qrc', id)])));
}

/** Null: not a cursor of this order. */
export function parseListCursor(text: string, order: ListOrder): ListCursor | null {
  const bytes = text.length > cursorLengthMax ? null : decodeBase64Url(text);
  if (bytes === null) return null;
  try {
    const [key, code]: unknown[] = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    const isKey = order === 'name' ? typeof key === 'string' && !key.includes('\0') : isCount(key);
    const id = typeof code === 'string' ? parseIdentifier('qrc', code) : null;
    return isKey && id !== null ? { key: key as ListCursor['key'], id } : null;
  } catch {
    return null;
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= timeMax;
}
