import { useSuspenseQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { meQuery, type Range } from '../api/queries.ts';
import { fetchResponse, saveFile } from '../api/request.ts';
import { PopupItem, PopupMenu } from '../ui/popup-menu.tsx';
import { useAction } from '../ui/use-action.ts';
import { localTextOf } from '../ui/zoned-time.ts';

const contents = [
  { rows: 'days', label: 'Scans per day', hint: 'for a spreadsheet' },
  { rows: 'hours', label: 'Everything per hour', hint: 'for a program' },
] as const;
type Rows = (typeof contents)[number]['rows'];

interface ExportMenuProps {
  id: string;
  /** Of the code or project. */
  name: string;
  range: Range;
}

/** Downloads the numbers as CSV; the last received day shows the progress. */
export function ExportMenu({ id, name, range }: ExportMenuProps) {
  const { data: me } = useSuspenseQuery(meQuery);
  const [progress, setProgress] = useState(0);
  const save = useAction({
    run: async (rows: Rows) => {
      setProgress(0);
      const parts = await download(id, range, rows, setProgress);
      const dayOf = (ms: number) => localTextOf(ms, me.account.timezone).slice(0, 10);
      const days = `${dayOf(Date.parse(range.from))} ${dayOf(Date.parse(range.until) - 1)}`;
      saveFile(parts, `${fileName(name)} ${days}.csv`, 'text/csv');
    },
    done: 'File saved.',
  });
  return (
    <PopupMenu
      size="small"
      className="w-72"
      isDisabled={save.isPending}
      trigger={
        <>
          <FileDown className="size-4" aria-hidden />
          {save.isPending ? `${Math.round(progress * 100)} %` : 'Export CSV'}
        </>
      }
    >
      {contents.map(({ rows, label, hint }) => (
        <PopupItem key={rows} label={label} hint={hint} onClick={() => save.mutate(rows)} />
      ))}
    </PopupMenu>
  );
}

/** Without characters that a file system refuses. */
function fileName(name: string): string {
  const kept = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim();
  return kept === '' ? 'Scans' : kept;
}

async function download(
  id: string,
  range: Range,
  rows: Rows,
  onProgress: (share: number) => void,
): Promise<BlobPart[]> {
  const query = new URLSearchParams({ ...range, rows });
  const { body } = await fetchResponse(`/analytics/${id}/export?${query}`);
  if (body === null) throw new Error('The export failed. Try again in a moment.');
  const [fromMs, untilMs] = [Date.parse(range.from), Date.parse(range.until)];
  const parts: BlobPart[] = [];
  const reader = body.getReader();
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
