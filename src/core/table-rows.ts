import { csvCell } from './csv-cell.ts';

/** A column of an exported table. The same names and order in every format. */
export interface Column {
  name: string;
  type: 'text' | 'integer' | 'boolean' | 'time' | 'json';
}

/** Times are RFC 3339; JSON is an object or list. */
export type Row = Record<string, unknown>;

export function csvHeader(columns: readonly Column[]): string {
  return `${columns.map(({ name }) => name).join(',')}\r\n`;
}

export function csvLines(columns: readonly Column[], rows: readonly Row[]): string {
  return rows
    .map((row) => `${columns.map((column) => csvCell(cellText(row, column))).join(',')}\r\n`)
    .join('');
}

export function jsonLines(columns: readonly Column[], rows: readonly Row[]): string {
  const names = columns.map(({ name }) => name);
  return rows
    .map((row) => `${JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name] ?? null])))}\n`)
    .join('');
}

/** Unknown is an empty cell. */
function cellText(row: Row, { name, type }: Column): string {
  const value = row[name] ?? null;
  if (value === null) return '';
  return type === 'json' ? JSON.stringify(value) : String(value as string | number | boolean);
}
