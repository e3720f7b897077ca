import type { HashList } from '#core/safety/hash-list.ts';

export interface ListUpdate {
  /** Null: it is as it was. */
  next: HashList | null;
  token: string | null;
  /** Not to be asked again before. */
  nextUpdateAt: Date;
}

/** Where a threat list comes from. Throws if there is nothing that may be believed. */
export interface ListSource {
  listId: string;
  /** With what the list is now, and the token that came with it. */
  update(old: HashList, token: string | null): Promise<ListUpdate>;
}
