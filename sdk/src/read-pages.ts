import type { RequestOptions, Transport } from './transport.ts';
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

/** All items of a list whose pages take only a size and a token, and `query`. */
export function readList<Page extends { next_page_token: string | null; items: unknown[] }>(
  transport: Transport,
  path: string,
  {
    pageSize,
    query,
    ...options
  }: RequestOptions & { pageSize?: number; query?: Record<string, string | undefined> },
  idOf: (item: Page['items'][number]) => string,
): AsyncGenerator<Page['items'][number], void, undefined> {
  return readPages(
    (token) =>
      transport.send<Page>({ ...options, path, query: { ...query, page_size: pageSize, page_token: token } }),
    idOf,
  );
}
