import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { NewQrCode, QrCode, Waypost } from '@waypost/sdk';
import { CsvError } from 'csv-parse';
import { Refusal } from '#core/errors.ts';
import { csvRows } from '#platform/csv-rows.ts';

interface ImportInput {
  file: string;
  folder: string;
  formats: ('svg' | 'png')[];
  atOnce: number;
  onProgress(done: number, all: number): void;
}

export interface ImportResult {
  created: number;
  known: number;
  failed: number;
  problems: { line: number; message: string }[];
}

/** One line of the record. */
type Entry = { run: string; startedAt: string } | { line: number; qrId: string; slug: string };

export const importColumns = [
  'redirect_url',
  'name',
  'text',
  'type',
  'project_id',
  'redirect_rules',
  'scan_limit',
  'expires_at',
  'tags',
  'forwarded_params',
];
const rowsMax = 100_000;
const problemsShown = 20;
const imageMsMax = 30_000;
/** For this time the service remembers what a key created (D56). */
const runMsMax = 23 * 3_600_000;

/**
 * One code per row. Each has an idempotency key of its run and line, and is recorded once it and its images exist. An import that was stopped
 * starts again with the same keys and gets the same codes.
 */
export async function importCodes(waypost: Waypost, input: ImportInput): Promise<ImportResult> {
  const rows = await readRows(input.file);
  mkdirSync(input.folder, { recursive: true });
  const record = openRecord(join(input.folder, 'import.jsonl'));
  const result: ImportResult = { created: 0, known: record.done.size, failed: 0, problems: [] };
  const waiting = rows.filter(({ line }) => !record.done.has(line));
  let finished = record.done.size;
  const work = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const { line, body } = row;
      try {
        const made = await waypost.qrCodes.create(body, { idempotencyKey: `import-${record.run}-${line}` });
        const code = await waypost.qrCodes.waitUntilRendered(made.qr_id, { waitMsMax: 600_000 });
        for (const format of input.formats) await saveImage(input.folder, line, code, format);
        record.note({ line, qrId: code.qr_id, slug: code.slug ?? '' });
        result.created += 1;
      } catch (error) {
        result.failed += 1;
        if (result.problems.length < problemsShown)
          result.problems.push({ line, message: error instanceof Error ? error.message : String(error) });
      }
      finished += 1;
      input.onProgress(finished, rows.length);
    }
  };
  await Promise.all(Array.from({ length: input.atOnce }, work));
  record.close();
  writeSummary(join(input.folder, 'codes.csv'), record.done);
  return result;
}

async function readRows(file: string): Promise<{ line: number; body: NewQrCode }[]> {
  const [header, ...lines] = await readCsv(file);
  const names = header?.map((name) => name.trim().toLowerCase()) ?? [];
  const stray = names.find((name) => !importColumns.includes(name));
  if (header === undefined || stray !== undefined)
    throw new Refusal(
      'invalid_request',
      `The first line of ${file} must contain column names. Possible columns: ${importColumns.join(', ')}${stray === undefined ? '' : `, and no ${stray}`}.`,
    );
  if (lines.length > rowsMax)
    throw new Refusal('invalid_request', `${file} has more than ${rowsMax} lines. Split it.`);
  return lines.flatMap((cells, index) => {
    const line = index + 2;
    if (cells.every((cell) => cell.trim() === '')) return [];
    const value = (name: string) => cells[names.indexOf(name)]?.trim() || undefined;
    const limit = value('scan_limit');
    const lists = ['redirect_rules', 'tags', 'forwarded_params'].flatMap((name) => {
      const text = value(name);
      return text === undefined ? [] : [[name, jsonOr(text)]];
    });
    const plain = ['redirect_url', 'text', 'name', 'type', 'project_id', 'expires_at'];
    const fields = plain.flatMap((name) => (value(name) === undefined ? [] : [[name, value(name)]]));
    return [
      {
        line,
        body: {
          ...(value('text') !== undefined && { type: 'text' }),
          ...Object.fromEntries(fields),
          ...(limit !== undefined && { scan_limit: Number.isNaN(Number(limit)) ? limit : Number(limit) }),
          ...Object.fromEntries(lists),
        } as NewQrCode,
      },
    ];
  });
}

/** Something else than JSON is sent as it is: the service says what is wrong, and only this line fails. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function readCsv(file: string): Promise<string[][]> {
  const rows: string[][] = [];
  try {
    for await (const row of csvRows(readFileSync(file, 'utf8'))) rows.push(row);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Refusal('invalid_request', `${file} is not CSV: ${error.message}. Nothing was created.`);
  }
  return rows;
}

interface RunRecord {
  run: string;
  done: Map<number, { qrId: string; slug: string }>;
  note(entry: { line: number; qrId: string; slug: string }): void;
  close(): void;
}

/** Appended and synced line by line: a line that a power cut leaves incomplete doesn't count. */
function openRecord(path: string): RunRecord {
  const entries = readEntries(path);
  const done = new Map<number, { qrId: string; slug: string }>();
  let begun: { run: string; startedAt: string } | null = null;
  for (const entry of entries)
    if ('run' in entry) begun ??= entry;
    else done.set(entry.line, entry);
  if (begun !== null && Date.now() - Date.parse(begun.startedAt) > runMsMax)
    throw new Refusal(
      'conflict',
      `The run in ${path} began on ${begun.startedAt}, more than a day ago, so it can't be continued. Put the lines that are missing in codes.csv into a new file, and use a new folder.`,
    );
  const descriptor = openSync(path, 'a', 0o600);
  const append = (entry: Entry) => {
    writeSync(descriptor, `${JSON.stringify(entry)}\n`);
    fsyncSync(descriptor);
  };
  const run = begun?.run ?? randomUUID();
  if (begun === null) append({ run, startedAt: new Date().toISOString() });
  return {
    run,
    done,
    note: (entry) => {
      append(entry);
      done.set(entry.line, entry);
    },
    close: () => closeSync(descriptor),
  };
}

function readEntries(path: string): Entry[] {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Entry];
    } catch {
      return [];
    }
  });
}

/** Under another name until it is complete. */
async function saveImage(folder: string, line: number, code: QrCode, format: 'svg' | 'png'): Promise<void> {
  const url = format === 'svg' ? code.file_url_svg : code.file_url_png;
  if (url === null) return;
  const response = await fetch(url, { signal: AbortSignal.timeout(imageMsMax) });
  if (!response.ok) throw new Error(`The image of line ${line} could not be downloaded: ${response.status}.`);
  const path = join(folder, `${String(line).padStart(6, '0')}-${code.slug ?? code.qr_id}.${format}`);
  writeFileSync(`${path}.part`, Buffer.from(await response.arrayBuffer()));
  renameSync(`${path}.part`, path);
}

function writeSummary(path: string, done: RunRecord['done']): void {
  const lines = [...done]
    .sort(([a], [b]) => a - b)
    .map(([line, { qrId, slug }]) => `${line},${qrId},${slug}`);
  writeFileSync(path, `line,qr_id,slug\n${lines.join('\n')}\n`);
}
