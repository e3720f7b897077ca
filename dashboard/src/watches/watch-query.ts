import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import type { Watch } from '../api/types.ts';

interface WatchAnswer {
  /** Whether destinations can be checked here at all. */
  is_offered: boolean;
  watch: Watch | null;
}

export function watchQuery(qrId: string) {
  return queryOptions({
    queryKey: ['watch', qrId],
    queryFn: () => request<WatchAnswer>(`/qr-codes/${qrId}/watch`),
  });
}
