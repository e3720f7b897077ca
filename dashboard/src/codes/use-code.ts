import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { codeQuery } from '../api/queries.ts';
import { RequestError, request } from '../api/request.ts';
import type { QrCode } from '../api/types.ts';
import { isSame } from '../ui/is-same.ts';
import { notify } from '../ui/toaster.tsx';
import { useAction } from '../ui/use-action.ts';
import type { Draft } from '../ui/use-draft.ts';
import { askConflict } from './conflict.ts';

/** The code of the address; the frame around its tabs has already loaded it. */
export function useCode(): QrCode {
  const { id } = useParams({ from: '/app/codes/$id' });
  return useSuspenseQuery(codeQuery(id)).data;
}

interface Answer {
  qr_code: QrCode;
  /** The user chose to keep what somebody else saved. */
  isTheirs?: true;
}

/** @param draft of the form, which shows the newest data until something is entered. */
export function useChangeCode(
  code: QrCode,
  done: string,
  draft?: Pick<Draft<unknown>, 'isChanged' | 'discard'>,
) {
  const queryClient = useQueryClient();
  // What the form showed when the user began to edit: newer data doesn't mean that they have seen it.
  const [base, setBase] = useState(code);
  if (draft?.isChanged !== true && base !== code) setBase(code);
  return useAction({
    run: (body: Record<string, unknown>) => saveChange(base, body),
    stale: [['codes'], ['usage'], ['projects'], ['code', code.qr_id], ['changes']],
    done: ({ isTheirs }) => (isTheirs ? 'Nothing was saved. Their change stays.' : done),
    onDone: ({ qr_code }) => {
      queryClient.setQueryData(['code', code.qr_id], qr_code);
      setBase(qr_code);
      draft?.discard();
    },
    isQuiet: true,
  });
}

/** Never overwrites what somebody else has changed meanwhile: the user decides about fields that both changed. */
async function saveChange(base: QrCode, body: Record<string, unknown>): Promise<Answer> {
  const path = `/qr-codes/${base.qr_id}`;
  try {
    return await request<Answer>(path, { method: 'PATCH', body, headers: { 'if-match': base.etag } });
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'precondition_failed') throw error;
  }
  const { qr_code: current } = await request<Answer>(path);
  const valueOf = (of: QrCode, field: string) => (of as unknown as Record<string, unknown>)[readField(field)];
  const conflicts = Object.entries(body)
    .filter(
      ([field, mine]) =>
        !isSame(valueOf(base, field), valueOf(current, field)) && !isSame(mine, valueOf(current, field)),
    )
    .map(([field, mine]) => ({ field: readField(field), theirs: valueOf(current, field), mine }));
  const kept = conflicts.length === 0 ? [] : await askConflict(conflicts);
  if (kept === null) return { qr_code: current, isTheirs: true };
  const rest = Object.entries(body).filter(
    ([field]) =>
      !conflicts.some((conflict) => conflict.field === readField(field)) || kept.includes(readField(field)),
  );
  if (conflicts.length === 0)
    notify('Somebody else changed other settings of this code meanwhile. Both changes are saved.');
  return rest.length === 0
    ? { qr_code: current, isTheirs: true }
    : saveChange(current, Object.fromEntries(rest));
}

/** The field of the response that shows what a field of the request writes. */
function readField(field: string): string {
  return field === 'content' ? 'qr_data' : field;
}
