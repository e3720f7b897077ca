import type { TableFormat } from '#core/export-input.ts';
import { type Column, csvHeader, csvLines, jsonLines } from '#core/table-rows.ts';
import type { LargeFileWriter } from '#platform/large-files.ts';
import type { RowChunk, TableWriter, Written } from './export-tools.ts';
import { ParquetFile } from './parquet-file.ts';

/** Writes rows as they come, in constant memory. */
export async function writeTable(
  chunks: AsyncGenerator<RowChunk>,
  columns: readonly Column[],
  format: TableFormat,
  file: LargeFileWriter,
  report: (progress: number, written: Written) => Promise<void>,
): Promise<Written> {
  const table = format === 'parquet' ? new ParquetFile(file, columns) : textTable(file, columns, format);
  const written = { rows: 0, bytes: await table.begin() };
  for await (const { rows, progress } of chunks) {
    written.bytes += await table.write(rows);
    written.rows += rows.length;
    await report(progress, written);
  }
  written.bytes += await table.finish();
  return written;
}

function textTable(file: LargeFileWriter, columns: readonly Column[], format: 'csv' | 'ndjson'): TableWriter {
  const write = async (text: string) => {
    const bytes = Buffer.from(text, 'utf8');
    if (bytes.length > 0) await file.write(bytes);
    return bytes.length;
  };
  const lines = format === 'csv' ? csvLines : jsonLines;
  return {
    begin: () => write(format === 'csv' ? csvHeader(columns) : ''),
    write: (rows) => write(lines(columns, rows)),
    finish: async () => 0,
  };
}
