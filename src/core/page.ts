import type { PageCursor } from './page-token.ts';

export interface Page<Row> {
  rows: Row[];
  /** Start of the next page; null if there is none. */
  next: PageCursor | null;
}

/** Cuts the rows to a page: one extra row means that there is a next page. */
export function cutPage<Row>(rows: Row[], size: number, cursorOf: (row: Row) => PageCursor): Page<Row> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > size && last !== undefined ? cursorOf(last) : null };
}
