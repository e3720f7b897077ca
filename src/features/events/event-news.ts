import type { Db } from '../database.ts';
import { listAccountsWithNews, orderEvents } from './event-queries.ts';

/** What a request for events waits for: an account, and the last event that it knows. */
export type EventNews = `${string} ${string}`;

export function eventNews(accountId: string, after: string): EventNews {
  return `${accountId} ${after}`;
}

/** Which of these accounts have later events. */
export async function listNews(db: Db, waits: EventNews[]): Promise<EventNews[]> {
  // Also while no worker runs.
  await orderEvents(db);
  const wanted = waits.map((wait) => {
    const [accountId = '', after = ''] = wait.split(' ');
    return { accountId, after };
  });
  const found = await listAccountsWithNews(db, wanted);
  return found.map(({ account_id, after }) => eventNews(account_id, after));
}
