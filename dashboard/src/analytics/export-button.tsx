import { FileDown } from 'lucide-react';
import { useState } from 'react';
import type { Range } from '../api/queries.ts';
import { accountHeaders, RequestError } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/use-action.ts';

/** Downloads the numbers as CSV; the last received day shows the progress. */
export function ExportButton({ id, range }: { id: string; range: Range }) {
  const [progress, setProgress] = useState(0);
  const save = useAction({
    run: async () => {
      setProgress(0);
      const parts = await download(id, range, setProgress);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }));
      link.download = `scans-${range.from.slice(0, 10)}-${range.until.slice(0, 10)}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
    done: 'File saved.',
  });
  return (
    <Button
      size="small"
      icon={<FileDown className="size-4" aria-hidden />}
      isBusy={save.isPending}
      onClick={() => save.mutate()}
    >
      {save.isPending ? `${Math.round(progress * 100)} %` : 'Export CSV'}
    </Button>
  );
}

async function download(id: string, range: Range, onProgress: (share: number) => void): Promise<BlobPart[]> {
  const response = await fetch(`/dashboard/api/analytics/${id}/export?${new URLSearchParams({ ...range })}`, {
    headers: accountHeaders(),
  });
  if (!response.ok || response.body === null)
    throw new RequestError(response.status, 'export', 'The export failed. Try again in a moment.');
  const [fromMs, untilMs] = [Date.parse(range.from), Date.parse(range.until)];
  const parts: BlobPart[] = [];
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
    const lastLine = decoder.decode(value).trimEnd().split('\n').at(-1) ?? '';
    const lastDay = /^(\d{4}-\d\d-\d\d) \d\d:00/.exec(lastLine)?.[1];
    if (lastDay) onProgress(Math.min(1, Math.max(0, (Date.parse(lastDay) - fromMs) / (untilMs - fromMs))));
  }
}
