import type { FastifyRequest } from 'fastify';
import { parsePageSize } from '#core/page-size.ts';
import { openPageToken, type PageCursor, type PageScope, sealPageToken } from '#core/page-token.ts';
import type { ApiContext } from './api-context.ts';
import { firstQueryValue } from './query.ts';

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

/** The token of the page after a place; null if there is none. */
export function sealNextPage(context: ApiContext, page: PageRequest, next: PageCursor | null): string | null {
  return next && sealPageToken(context.authenticatePageToken, page.scope, next, context.clock.nowMs());
}
