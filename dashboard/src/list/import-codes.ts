import { crc32 } from '#core/crc32.ts';
import { csvCell } from '#core/csv-cell.ts';
import type { ImportLine } from '#core/import-lines.ts';
import { request, saveFile } from '../api/request.ts';
import { textOf } from '../ui/text-of.ts';

const linesAtOnce = 50;
const linksAtOnce = 500;
const pauseMs = 1_000;
/** Images are drawn in the background; then the list is saved without the missing links. */
const waitMsMax = 120_000;

export interface ImportResult {
  line: ImportLine;
  qrId: string | null;
  problem: string | null;
}

/** Creates codes part after part. Sent again, a part creates nothing twice. */
export async function importCodes(
  lines: ImportLine[],
  { projectId, formId }: { projectId: string; formId: string },
  onProgress: (results: ImportResult[]) => void,
): Promise<ImportResult[]> {
  const results: ImportResult[] = [];
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    const part = lines.slice(at, at + linesAtOnce);
    const items = part.map(({ body }) => ({ ...body, ...(projectId !== '' && { project_id: projectId }) }));
    const { results: made } = await request<{ results: { qr_id: string | null; problem: string | null }[] }>(
      '/qr-code-imports',
      {
        method: 'POST',
        body: { items },
        headers: { 'idempotency-key': `${formId} ${at} ${crc32(JSON.stringify(items))}` },
      },
    );
    for (const [index, line] of part.entries())
      results.push({ line, qrId: made[index]?.qr_id ?? null, problem: made[index]?.problem ?? null });
    onProgress([...results]);
  }
  return results;
}

/** The links of new codes. It waits until their images are ready. */
export async function readLinks(
  qrIds: string[],
  onProgress: (ready: number) => void,
): Promise<Map<string, string | null>> {
  const links = new Map<string, string | null>();
  const endMs = performance.now() + waitMsMax;
  for (;;) {
    const open = qrIds.filter((id) => !links.has(id));
    for (let at = 0; at < open.length; at += linksAtOnce) {
      const { items } = await request<{ items: { qr_id: string; short_link: string | null }[] }>(
        '/qr-code-imports/links',
        { method: 'POST', body: { qr_ids: open.slice(at, at + linksAtOnce) } },
      );
      for (const { qr_id, short_link } of items) links.set(qr_id, short_link);
    }
    onProgress(links.size);
    if (links.size === qrIds.length || performance.now() > endMs) return links;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** The new codes as a file for spreadsheets. */
export function saveResults(results: ImportResult[], links: Map<string, string | null>): void {
  const rows = results.map(({ line, qrId, problem }) => [
    textOf(line.body['label']),
    textOf(line.body['redirect_url']),
    (qrId !== null && links.get(qrId)) || '',
    qrId ?? '',
    problem ?? '',
  ]);
  const table = [['name', 'destination', 'short_link', 'qr_id', 'problem'], ...rows];
  const text = table.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
  // Spreadsheets read the file as UTF-8 only with this mark.
  saveFile([`\uFEFF${text}`], 'new-qr-codes.csv', 'text/csv');
}
