import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import type { Folder, QrPage, SavedView } from '../api/types.ts';
import { type CodeFilter, filterQuery } from './list-filter.ts';

export function codesQuery(filter: CodeFilter, size = 24) {
  const query = filterQuery(filter);
  query.set('page_size', String(size));
  return infiniteQueryOptions({
    queryKey: ['codes', query.toString()],
    queryFn: ({ pageParam }) => {
      const page = new URLSearchParams(query);
      if (pageParam !== null) page.set('page_token', pageParam);
      return request<QrPage>(`/qr-codes?${page}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_page_token }) => next_page_token,
    placeholderData: keepPreviousData,
  });
}

export function totalQuery(filter: CodeFilter) {
  const query = filterQuery({ ...filter, order: undefined }).toString();
  return queryOptions({
    queryKey: ['codes', 'total', query],
    queryFn: () => request<{ codes: number; is_exact: boolean }>(`/qr-codes/total?${query}`),
  });
}

export function foldersQuery(projectId: string) {
  return queryOptions({
    queryKey: ['folders', projectId],
    queryFn: () => request<{ items: Folder[] }>(`/projects/${projectId}/folders`).then(({ items }) => items),
    staleTime: 10_000,
  });
}

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: () => request<{ items: string[] }>('/tags').then(({ items }) => items),
  staleTime: 10_000,
});

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: () => request<{ items: SavedView[] }>('/saved-views').then(({ items }) => items),
});
