import type { PageCursor } from './page-token.ts';

export interface Page<Row> {
  rows: Row[];
  /** Where the next page begins; null when there is none. */
  next: PageCursor | null;
}

/** Cuts what was read to a page: one row more than it holds says that there is a next one. */
export function cutPage<Row>(rows: Row[], size: number, cursorOf: (row: Row) => PageCursor): Page<Row> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > size && last !== undefined ? cursorOf(last) : null };
}
