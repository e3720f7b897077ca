import { isRecord } from './is-record.ts';
import { accept, type Parsed, parseAll, refuseField } from './parsed.ts';
import { parseShortName } from './short-name.ts';

/** The fields of a list's address. */
export const viewFields = ['q', 'status', 'type', 'project', 'folder', 'tag', 'state', 'order'] as const;

export interface ListView {
  name: string;
  filter: Record<string, string | string[]>;
}

const valueMax = 500;
/** At most four bytes each. */
const filterMax = 1_000;

/** A name for filters and order of a list. */
export function parseListView(body: Record<string, unknown>): Parsed<ListView> {
  return parseAll({ name: parseShortName(body['name']), filter: parseFilter(body['filter']) });
}

function parseFilter(raw: unknown): Parsed<ListView['filter']> {
  if (!isRecord(raw)) return refuseField('filter', 'must be an object.');
  const known: readonly string[] = viewFields;
  const isText = (value: unknown) =>
    typeof value === 'string' && value.length <= valueMax && !value.includes('\0') && value.isWellFormed();
  const isValue = (value: unknown) =>
    isText(value) || (Array.isArray(value) && value.length <= 20 && value.every(isText));
  const stray = Object.entries(raw).find(([field, value]) => !known.includes(field) || !isValue(value));
  if (stray !== undefined) return refuseField(`filter.${stray[0]}`, 'is not a filter of the list.');
  if (JSON.stringify(raw).length > filterMax) return refuseField('filter', 'is too long.');
  return accept(raw as ListView['filter']);
}
