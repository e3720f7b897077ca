import { type Destination, parseDestination } from './destination.ts';
import { accept, type Parsed, parseAll, refuseField } from './parsed.ts';
import { parseTextField } from './text-field.ts';

/** What an owner changes of the pages that visitors see. Absent fields stay as they are; null clears. */
export interface PageChange {
  displayName?: string | null;
  color?: string | null;
  fallback?: Destination | null;
}

const nameBounds = { min: 1, max: 80 };

export function parsePageChange(body: Record<string, unknown>): Parsed<PageChange> {
  const parsed = parseAll({
    displayName: optional('display_name', body['display_name'], (raw) =>
      parseTextField('display_name', raw, nameBounds),
    ),
    color: optional('color', body['color'], parseColor),
    fallback: optional('fallback_url', body['fallback_url'], (raw) => parseDestination('fallback_url', raw)),
  });
  if (!parsed.ok) return parsed;
  return accept(
    Object.fromEntries(Object.entries(parsed.value).filter(([, value]) => value !== undefined)) as PageChange,
  );
}

function optional<Value>(
  field: string,
  raw: unknown,
  parse: (raw: string) => Parsed<Value>,
): Parsed<Value | null | undefined> {
  if (raw === undefined) return accept(undefined);
  if (raw === null || raw === '') return accept(null);
  return typeof raw === 'string' ? parse(raw) : refuseField(field, 'must be a string or null.');
}

function parseColor(raw: string): Parsed<string> {
  const color = raw.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(color)
    ? accept(color)
    : refuseField('color', 'must be a color such as #0b6e4f.');
}
