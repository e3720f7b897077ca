import type { FastifyRequest } from 'fastify';
import { parsePageSize } from '#core/page-size.ts';
import { openPageToken, type PageCursor, type PageScope, sealPageToken } from '#core/page-token.ts';
import type { ApiContext } from './api-context.ts';

export interface PageRequest {
  size: number;
  after: PageCursor | null;
  scope: PageScope;
}

/** Reads `page_size` and `page_token`, neither of which can cause an error (specification, Pagination rules). */
export function readPageRequest(
  context: ApiContext,
  request: FastifyRequest,
  scope: PageScope,
  sizeWhenTooSmall: number,
): PageRequest {
  const token = firstQueryValue(request, 'page_token');
  const after =
    token === undefined
      ? null
      : openPageToken(context.authenticatePageToken, scope, token, context.clock.nowMs());
  return { size: parsePageSize(firstQueryValue(request, 'page_size'), sizeWhenTooSmall), after, scope };
}

/** Splits what was read (one row more than the page holds) into the page and the token of the next one. */
export function makePage<Row>(
  context: ApiContext,
  page: PageRequest,
  rows: Row[],
  cursorOf: (row: Row) => PageCursor,
): { rows: Row[]; nextPageToken: string | null } {
  const shown = rows.slice(0, page.size);
  const last = shown.at(-1);
  if (last === undefined || rows.length <= page.size) return { rows: shown, nextPageToken: null };
  const token = sealPageToken(
    context.authenticatePageToken,
    page.scope,
    cursorOf(last),
    context.clock.nowMs(),
  );
  return { rows: shown, nextPageToken: token };
}

/** Of a repeated parameter the first counts (D30). */
function firstQueryValue(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[] | undefined>)[name];
  return Array.isArray(value) ? value[0] : value;
}
