import { ListRestartedError } from './waypost-error.ts';

export interface Page<Item> {
  items: Item[];
  next_page_token: string | null;
}

/** All items of a list; pages are requested as you go. An expired token silently restarts the list, which is noticed when an item repeats. */
export async function* readPages<Item>(
  readPage: (token: string | undefined) => Promise<Page<Item>>,
  idOf: (item: Item) => string,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  for (let token: string | undefined; ; ) {
    const page = await readPage(token);
    for (const item of page.items) {
      const id = idOf(item);
      if (seen.has(id))
        throw new ListRestartedError({
          message: `The list restarted at ${id}, because its page token has expired. Read it again from the start.`,
          code: 'list_restarted',
          status: 200,
        });
      seen.add(id);
      yield item;
    }
    if (page.next_page_token === null) return;
    token = page.next_page_token;
  }
}
