import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { formatNumber, plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { type BulkResult, useBulkChange } from './bulk-actions.ts';

interface Preview {
  matched: number;
  examples: { qr_id: string; label: string; before: string; after: string; problem: string | null }[];
}

interface ReplaceDialogProps {
  qrIds: string[];
  onClose: () => void;
  onDone: (result: BulkResult) => void;
}

/** Replaces a text in the destinations of codes, after showing what would change. */
export function ReplaceDialog({ qrIds, onClose, onDone }: ReplaceDialogProps) {
  const [find, setFind] = useState('');
  const [replacement, setReplacement] = useState('');
  const [shown, setShown] = useState<{ find: string; replacement: string } | null>(null);
  const preview = useQuery({
    queryKey: ['replacement', qrIds, shown],
    queryFn: () =>
      request<Preview>('/bulk-changes/preview', {
        method: 'POST',
        body: { qr_ids: qrIds, replace_in_urls: shown },
      }),
    enabled: shown !== null,
    retry: false,
    gcTime: 0,
  });
  const change = useBulkChange({ verb: 'checked and changed', onDone });
  const isCurrent = shown?.find === find && shown.replacement === replacement;
  const result = isCurrent ? preview.data : undefined;
  return (
    <Modal
      title={`Replace in the destinations of ${plural(qrIds.length, 'code')}`}
      isOpen
      isWide
      onClose={onClose}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (result === undefined) setShown({ find, replacement });
          else change.mutate({ qrIds, change: { replace_in_urls: shown } });
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Find"
            value={find}
            maxLength={500}
            required
            placeholder="old.example.com"
            onChange={(event) => setFind(event.target.value)}
          />
          <TextField
            label="Replace with"
            value={replacement}
            maxLength={500}
            placeholder="new.example.com"
            onChange={(event) => setReplacement(event.target.value)}
          />
        </div>
        {preview.error && isCurrent && <Notice tone="bad">{messageOf(preview.error)}</Notice>}
        {result !== undefined && <Examples preview={result} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            disabled={result?.matched === 0}
            isBusy={change.isPending || preview.isFetching}
          >
            {change.progress ??
              (result === undefined ? 'Preview' : `Change ${plural(result.matched, 'code')}`)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Examples({ preview: { matched, examples } }: { preview: Preview }) {
  if (matched === 0)
    return <Notice>None of their destinations contains this text. Upper and lower case differ.</Notice>;
  return (
    <div>
      <p className="mb-2 font-medium" role="status">
        {plural(matched, 'code')} would change
        {matched > examples.length && `; the first ${formatNumber(examples.length)} are shown`}.
      </p>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {examples.map(({ qr_id, label, before, after, problem }) => (
          <li key={qr_id} className="px-3 py-2 text-[13px]">
            <p className="font-medium">{label}</p>
            <p className="text-soft line-through [overflow-wrap:anywhere]">{before}</p>
            <p className="[overflow-wrap:anywhere]">{after}</p>
            {problem !== null && <p className="text-bad">Can’t be changed: {problem}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}
