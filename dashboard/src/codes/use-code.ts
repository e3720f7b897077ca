import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
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

interface Change<Value> {
  body: Record<string, unknown>;
  /** What the form showed when the user began to edit: newer data doesn't mean that they have seen it. */
  base: QrCode;
  /** The content of the form that was sent. */
  sent: Value | undefined;
}

/** @param draft of the form, with the code that it began with. */
export function useChangeCode<Value>(code: QrCode, done: string, draft?: Draft<Value, QrCode>) {
  const queryClient = useQueryClient();
  const action = useAction({
    run: ({ base, body }: Change<Value>) => saveChange(base, body),
    stale: [['codes'], ['usage'], ['projects'], ['code', code.qr_id], ['changes']],
    done: ({ isTheirs }) => (isTheirs ? 'Nothing was saved. Their change stays.' : done),
    onDone: ({ qr_code, isTheirs }, { sent }) => {
      queryClient.setQueryData(['code', code.qr_id], qr_code);
      if (isTheirs === true) draft?.discard();
      else if (sent !== undefined) draft?.settle(sent);
    },
    isQuiet: true,
    waits: true,
  });
  return {
    ...action,
    mutate: (body: Record<string, unknown>, options?: { onSettled: () => void }) =>
      action.mutate({ body, base: draft?.origin ?? code, sent: draft?.value }, options),
  };
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
  const open = Object.entries(body).filter(([field, mine]) => !isSame(mine, valueOf(current, field)));
  // Saved already: only the response was lost.
  if (open.length === 0) return { qr_code: current };
  const conflicts = open
    .filter(([field]) => !isSame(valueOf(base, field), valueOf(current, field)))
    .map(([field, mine]) => ({ field: readField(field), theirs: valueOf(current, field), mine }));
  const kept = conflicts.length === 0 ? [] : await askConflict(conflicts);
  if (kept === 'later') throw new Error('Nothing is saved yet. Your changes are still here.');
  if (kept === null) return { qr_code: current, isTheirs: true };
  const rest = open.filter(
    ([field]) =>
      !conflicts.some((conflict) => conflict.field === readField(field)) || kept.includes(readField(field)),
  );
  if (rest.length === 0) return { qr_code: current, isTheirs: true };
  const saved = await saveChange(current, Object.fromEntries(rest));
  if (conflicts.length === 0)
    notify('Somebody else changed other settings of this code meanwhile. Both changes are saved.');
  return saved;
}

/** The field of the response that shows what a field of the request writes. */
function readField(field: string): string {
  return field === 'content' ? 'qr_data' : field;
}
