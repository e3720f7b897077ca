type Row = Record<string, unknown>;

/** A readable table: one line per row, columns as wide as needed. */
export function formatTable(rows: Row[], columns: string[]): string {
  if (rows.length === 0) return '(none)';
  const cells = [columns.map((column) => column.toUpperCase().replaceAll('_', ' '))];
  for (const row of rows) cells.push(columns.map((column) => formatValue(row[column])));
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One thing, one line per field. */
export function formatFields(row: Row): string {
  const width = Math.max(...Object.keys(row).map((key) => key.length));
  return Object.entries(row)
    .map(([key, value]) => `${key.replaceAll('_', ' ').padEnd(width)}  ${formatValue(value)}`)
    .join('\n');
}

/** Without the frame of a response, which is for programs. */
export function withoutFrame<Answer extends object>(
  answer: Answer,
): Omit<Answer, 'ok' | 'version' | 'request_id' | 'etag'> {
  const frame = ['ok', 'version', 'request_id', 'etag'];
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !frame.includes(name))) as Omit<
    Answer,
    'ok' | 'version' | 'request_id' | 'etag'
  >;
}

export function formatJson(value: unknown): string {
  // Terminals obey these characters too, and JSON may contain them.
  return JSON.stringify(value, null, 2).replaceAll(
    /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    escaped,
  );
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join('; ');
  // Strangers write some of these texts: control characters must not reach the operator's terminal.
  if (typeof value === 'string')
    return value.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');
  if (typeof value === 'number') return String(value);
  const entries = Object.entries(value);
  return entries.length === 0 ? '–' : entries.map(([key, item]) => `${key}=${item}`).join(' ');
}
