import { type Parsed, refuseField } from './parsed.ts';
import { parseTextField } from './text-field.ts';

/** The name of a folder or a saved view. */
export function parseShortName(raw: unknown): Parsed<string> {
  if (typeof raw !== 'string') return refuseField('name', 'must be a string.');
  return parseTextField('name', raw, { min: 1, max: 80 });
}
