import { parseDashboardChange } from './dashboard-code-input.ts';
import { parseIdentifier } from './identifier.ts';
import { isRecord } from './is-record.ts';
import { accept, inField, type Parsed, parseAll, refuse, refuseField } from './parsed.ts';
import { changeableFields } from './qr-code-input.ts';
import { parseTextField } from './text-field.ts';
import { parseTimestamp } from './timestamp.ts';

/** A change of codes at a later instant. */
export interface PlannedChangeInput {
  name: string;
  applyAt: Date;
  /** UUIDs. */
  qrIds: string[];
  /** As in a request: it is read again when it is applied. */
  change: Record<string, unknown>;
}

export const plannedFields = ['name', 'apply_at', 'qr_ids', 'change'];
export const plannedCodesMax = 10_000;
export const plannedNameMax = 200;
/** Not the content: it differs from code to code, and may hold secrets. */
export const changeableForMany: readonly string[] = [
  ...changeableFields,
  'analytics_enabled',
  'project_id',
  'folder_id',
  'add_tags',
  'remove_tags',
  'replace_in_urls',
];

/** Without a name, it has none. */
export function parseNewPlannedChange(body: Record<string, unknown>): Parsed<PlannedChangeInput> {
  const missing = ['apply_at', 'qr_ids', 'change'].find((field) => body[field] === undefined);
  if (missing !== undefined) return refuseField(missing, 'is required.');
  return parsePlannedChange({ name: '', ...body }) as Parsed<PlannedChangeInput>;
}

/** Only the fields of the body. */
export function parsePlannedChange(body: Record<string, unknown>): Parsed<Partial<PlannedChangeInput>> {
  const { name, apply_at: applyAt, qr_ids: qrIds, change } = body;
  if (plannedFields.every((field) => body[field] === undefined))
    return refuse(`The body contains no changes. Send one of ${plannedFields.join(', ')}.`);
  return parseAll({
    ...(name !== undefined && { name: parseName(name) }),
    ...(applyAt !== undefined && { applyAt: parseInstant(applyAt) }),
    ...(qrIds !== undefined && { qrIds: parseCodes(qrIds) }),
    ...(change !== undefined && { change: parseChange(change) }),
  });
}

function parseName(raw: unknown): Parsed<string> {
  if (typeof raw !== 'string') return refuseField('name', 'must be a string.');
  return parseTextField('name', raw, { min: 0, max: plannedNameMax });
}

function parseInstant(raw: unknown): Parsed<Date> {
  const instant = typeof raw === 'string' ? parseTimestamp(raw) : null;
  return instant === null
    ? refuseField('apply_at', 'must be an instant such as 2030-01-31T18:00:00Z.')
    : accept(instant);
}

function parseCodes(raw: unknown): Parsed<string[]> {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > plannedCodesMax)
    return refuseField('qr_ids', `must be a list of 1 to ${plannedCodesMax} IDs of codes.`);
  const uuids = raw.map((id) => (typeof id === 'string' ? parseIdentifier('qrc', id) : null));
  const wrong = uuids.indexOf(null);
  if (wrong !== -1) return refuseField(`qr_ids[${wrong}]`, 'must be the ID of a code.');
  return accept([...new Set(uuids as string[])]);
}

function parseChange(raw: unknown): Parsed<Record<string, unknown>> {
  if (!isRecord(raw)) return refuseField('change', 'must be an object.');
  const stray = Object.keys(raw).find((field) => !changeableForMany.includes(field));
  if (stray !== undefined) return refuseField(`change.${stray}`, "can't be changed at a later time.");
  const parsed = parseDashboardChange(raw);
  return parsed.ok ? accept(raw) : inField('change', parsed);
}
