import { type RawBuilder, sql } from 'kysely';
import type { PageCursor } from '#core/page-token.ts';

/** The rows after a cursor, in a list that begins with the newest. */
export function belowCursor(after: PageCursor | null, idColumn: string): RawBuilder<boolean> {
  if (after === null) return sql<boolean>`true`;
  const createdAt = new Date(after.createdAtMs).toISOString();
  return sql<boolean>`(created_at, ${sql.ref(idColumn)}) < (${createdAt}::timestamptz, ${after.id}::uuid)`;
}
