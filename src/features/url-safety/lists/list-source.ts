import type { HashList } from '#core/safety/hash-list.ts';

export interface ListUpdate {
  /** Null: unchanged. */
  next: HashList | null;
  token: string | null;
  /** The earliest time for the next request. */
  nextUpdateAt: Date;
}

/** The source of a threat list. Throws if there is nothing reliable. */
export interface ListSource {
  listId: string;
  /** The current list and its token. */
  update(old: HashList, token: string | null): Promise<ListUpdate>;
}
