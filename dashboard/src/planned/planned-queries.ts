import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import type { PlannedChange } from '../api/types.ts';

/** Planned changes that wait, the next one first. @param qrId only those of this code. */
export function plannedQuery(qrId?: string) {
  const path = `/planned-changes${qrId === undefined ? '' : `?qr_id=${qrId}`}`;
  return queryOptions({
    queryKey: ['planned', qrId ?? 'all'],
    queryFn: async () => (await request<{ items: PlannedChange[] }>(path)).items,
  });
}
