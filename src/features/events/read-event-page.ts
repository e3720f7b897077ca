import { Refusal } from '#core/errors.ts';
import { firstId } from '#core/first-id.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { dayOfLogId } from '#core/log-id.ts';
import type { Db } from '../database.ts';
import {
  type EventFilter,
  type EventRow,
  findOldestLogDay,
  listEvents,
  orderEvents,
} from './event-queries.ts';

export interface EventPage {
  rows: EventRow[];
  /** Where to go on; null: nothing has happened yet. */
  next: string | null;
  hasMore: boolean;
}

/** @param after null: from the oldest event that is kept. */
export async function readEventPage(
  db: Db,
  filter: EventFilter,
  after: string | null,
  limit: number,
): Promise<EventPage> {
  // Before the read, so that a caller finds its own changes, also while no worker runs.
  await orderEvents(db);
  if (after !== null)
    await requireKeptEvent(db, after, 'Read your codes again, then continue without after.');
  const { rows, next, hasMore } = await listEvents(db, filter, after ?? firstId, limit);
  return { rows, next: next === firstId ? null : next, hasMore };
}

export function formatCursor(next: string | null): string | null {
  return next && formatIdentifier('evt', next);
}

/** What happened after an event that is no longer kept is not known completely. */
export async function requireKeptEvent(db: Db, after: string, advice: string): Promise<void> {
  const oldest = await findOldestLogDay(db);
  if (dayOfLogId(after) < oldest)
    throw new Refusal('cursor_expired', `Events before ${oldest} are no longer kept. ${advice}`, {
      param: 'after',
    });
}
