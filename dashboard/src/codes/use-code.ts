import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { codeQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { QrCode } from '../api/types.ts';
import { useAction } from '../ui/use-action.ts';

/** The code of the address; the frame around its tabs has already loaded it. */
export function useCode(): QrCode {
  const { id } = useParams({ from: '/app/codes/$id' });
  return useSuspenseQuery(codeQuery(id)).data;
}

export function useChangeCode(code: QrCode, done: string) {
  const queryClient = useQueryClient();
  return useAction({
    run: (body: Record<string, unknown>) =>
      request<{ qr_code: QrCode }>(`/qr-codes/${code.qr_id}`, { method: 'PATCH', body }),
    stale: [['codes'], ['usage'], ['projects'], ['code', code.qr_id]],
    done,
    onDone: ({ qr_code }) => queryClient.setQueryData(['code', code.qr_id], qr_code),
    isQuiet: true,
  });
}
