import { ListRestartedError } from './waypost-error.ts';

export interface Page<Item> {
  items: Item[];
  next_page_token: string | null;
}

/**
 * Every item of a list, page by page as they are asked for. A token that the service no longer takes begins the list anew without a word;
 * an item that comes twice tells it.
 */
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
          message: `The list began anew at ${id}: its page token was no longer taken. Begin again.`,
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
