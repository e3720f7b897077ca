import { rangeDaysMax } from './analytics/analytics-query.ts';
import { dayMs, slotMs } from './analytics/dimension.ts';
import { accept, type Parsed, parseAll, refuse, refuseField } from './parsed.ts';
import { parseTimestamp } from './timestamp.ts';

export const tableFormats = ['csv', 'ndjson', 'parquet'] as const;
export const imageFormats = ['svg', 'png', 'pdf'] as const;
export type TableFormat = (typeof tableFormats)[number];
export type ImageFormat = (typeof imageFormats)[number];
/** Codes of one export of images. */
export const imagesMax = 5_000;

interface Subject {
  /** As the request names them; null if it doesn't. */
  projectId: string | null;
  qrId: string | null;
}

export type NewExport = Subject &
  (
    | { kind: 'qr_codes'; format: TableFormat }
    | { kind: 'analytics' | 'scans'; format: TableFormat; fromMs: number; untilMs: number }
    | { kind: 'images'; format: ImageFormat; qrIds: string[] | null }
  );
export type ExportKind = NewExport['kind'];
export const exportKinds = ['qr_codes', 'analytics', 'scans', 'images'] as const satisfies ExportKind[];

const fieldsOf: Record<ExportKind, readonly string[]> = {
  qr_codes: ['project_id'],
  analytics: ['qr_id', 'project_id', 'start', 'end'],
  scans: ['qr_id', 'project_id', 'start', 'end'],
  images: ['project_id', 'qr_ids'],
};
export const exportFields = ['kind', 'format', 'project_id', 'qr_id', 'qr_ids', 'start', 'end'];

export function parseNewExport(body: Record<string, unknown>): Parsed<NewExport> {
  const kind = exportKinds.find((known) => known === body['kind']);
  if (kind === undefined) return refuseField('kind', `must be one of ${exportKinds.join(', ')}.`);
  const stray = Object.keys(body).find(
    (name) =>
      name !== 'kind' && name !== 'format' && body[name] !== undefined && !fieldsOf[kind].includes(name),
  );
  if (stray !== undefined) return refuseField(stray, `can't be used for an export of ${kind}.`);
  const subject = { projectId: parseText(body, 'project_id'), qrId: parseText(body, 'qr_id') };
  if (kind === 'qr_codes')
    return parseAll({ kind: accept(kind), ...subject, format: parseFormat(body, tableFormats) });
  if (kind === 'images') {
    const parts = {
      kind: accept(kind),
      ...subject,
      format: parseFormat(body, imageFormats),
      qrIds: parseIds(body),
    };
    return oneOf(body, 'project_id', 'qr_ids') ?? parseAll(parts);
  }
  const missing = oneOf(body, 'qr_id', 'project_id');
  const parts = parseAll({
    kind: accept(kind),
    ...subject,
    format: parseFormat(body, tableFormats),
    fromMs: parseInstant(body, 'start', kind),
    untilMs: parseInstant(body, 'end', kind),
  });
  if (missing !== null) return missing;
  if (!parts.ok) return parts;
  const { fromMs, untilMs } = parts.value;
  if (fromMs >= untilMs) return refuseField('start', 'must be earlier than end.');
  if (untilMs - fromMs > rangeDaysMax * dayMs)
    return refuseField('start', `must be at most ${rangeDaysMax} days before end.`);
  return parts;
}

function oneOf(body: Record<string, unknown>, first: string, second: string) {
  const isGiven = (field: string) => body[field] !== undefined && body[field] !== null;
  if (isGiven(first) !== isGiven(second)) return null;
  return refuse(`Send exactly one of ${first} and ${second}.`, isGiven(first) ? second : first);
}

function parseFormat<Format extends string>(
  { format: raw }: Record<string, unknown>,
  formats: readonly Format[],
): Parsed<Format> {
  const format = formats.find((known) => known === raw);
  return format === undefined
    ? refuseField('format', `must be one of ${formats.join(', ')}.`)
    : accept(format);
}

function parseText(body: Record<string, unknown>, field: string): Parsed<string | null> {
  const raw = body[field] ?? null;
  return raw === null || typeof raw === 'string' ? accept(raw) : refuseField(field, 'must be a string.');
}

function parseIds({ qr_ids: raw }: Record<string, unknown>): Parsed<string[] | null> {
  if (raw === undefined || raw === null) return accept(null);
  if (!Array.isArray(raw) || raw.length < 1 || raw.length > imagesMax)
    return refuseField('qr_ids', `must be a list of 1 to ${imagesMax} IDs.`);
  const ids = raw.filter((id) => typeof id === 'string');
  if (ids.length < raw.length) return refuseField('qr_ids', 'must contain strings only.');
  return accept([...new Set(ids)]);
}

function parseInstant(body: Record<string, unknown>, field: string, kind: ExportKind): Parsed<number> {
  const raw = body[field];
  const ms = typeof raw === 'string' ? parseTimestamp(raw)?.getTime() : undefined;
  if (ms === undefined)
    return refuseField(field, 'must be an RFC 3339 timestamp such as 2027-01-31T18:00:00Z.');
  if (kind === 'analytics' && ms % slotMs !== 0)
    return refuseField(field, 'must be a whole quarter of an hour.');
  return accept(ms);
}
