import { isRecord } from './is-record.ts';
import { accept, inField, type Parsed, parseAll, refuse, refuseField } from './parsed.ts';
import {
  type Body,
  changeableFields,
  creatableFields,
  type NewQrCode,
  parseNewQrCode,
  parseQrCodeChange,
  type QrCodeChange,
} from './qr-code-input.ts';

export const bulkItemsMax = 500;

/** The items of a request that creates codes. Each is parsed by itself, because others may succeed. */
export interface BulkCreate {
  items: Parsed<NewQrCode>[];
  isAtomic: boolean;
}

export interface BulkChangeItem {
  qrId: string;
  change: QrCodeChange;
  ifMatch: string | undefined;
}

export interface BulkChange {
  items: Parsed<BulkChangeItem>[];
  isAtomic: boolean;
  /** One change for all codes. */
  isShared: boolean;
}

export function parseBulkCreate(body: Body): Parsed<BulkCreate> {
  const parts = parseAll({
    fields: requireFields(body, ['items', 'atomic']),
    items: parseList('items', body['items']),
    isAtomic: parseFlag('atomic', body['atomic']),
  });
  if (!parts.ok) return parts;
  const { items, isAtomic } = parts.value;
  return accept({ items: items.map(parseItem), isAtomic });
}

/** Either one change for many codes, or a change per code. */
export function parseBulkChange(body: Body): Parsed<BulkChange> {
  const isAtomic = parseFlag('atomic', body['atomic']);
  if (!isAtomic.ok) return isAtomic;
  const isShared = 'qr_ids' in body || 'change' in body;
  if (isShared && 'items' in body) return refuse('Send either items, or qr_ids and change.', 'items');
  const fields = requireFields(body, isShared ? ['qr_ids', 'change', 'atomic'] : ['items', 'atomic']);
  if (!fields.ok) return fields;
  const items = isShared ? parseShared(body) : parseSingle(body);
  return items.ok ? accept({ items: items.value, isAtomic: isAtomic.value, isShared }) : items;
}

function parseShared(body: Body): Parsed<Parsed<BulkChangeItem>[]> {
  const parts = parseAll({
    qrIds: parseList('qr_ids', body['qr_ids']),
    change: parseChange(body['change']),
  });
  if (!parts.ok) return parts;
  const { qrIds, change } = parts.value;
  const stray = qrIds.findIndex((qrId) => typeof qrId !== 'string');
  if (stray !== -1) return refuseField(`qr_ids[${stray}]`, 'must be a string.');
  const repeated = firstRepeated(qrIds as string[]);
  if (repeated !== null) return refuseField(`qr_ids[${repeated}]`, 'is a duplicate.');
  return accept((qrIds as string[]).map((qrId) => accept({ qrId, change, ifMatch: undefined })));
}

function parseSingle(body: Body): Parsed<Parsed<BulkChangeItem>[]> {
  const list = parseList('items', body['items']);
  if (!list.ok) return list;
  const items = list.value.map(parseChangeItem);
  const repeated = firstRepeated(list.value.map((item) => (isRecord(item) ? item['qr_id'] : null)));
  if (repeated !== null) return refuseField(`items[${repeated}].qr_id`, 'is a duplicate.');
  return accept(items);
}

function parseItem(item: unknown): Parsed<NewQrCode> {
  if (!isRecord(item)) return refuse('Each item must be an object.');
  const fields = requireFields(item, creatableFields);
  return fields.ok ? parseNewQrCode(item) : fields;
}

function parseChangeItem(item: unknown): Parsed<BulkChangeItem> {
  if (!isRecord(item)) return refuse('Each item must be an object.');
  const { qr_id: qrId, change, if_match: ifMatch } = item;
  const parts = parseAll({
    fields: requireFields(item, ['qr_id', 'change', 'if_match']),
    qrId: typeof qrId === 'string' ? accept(qrId) : refuseField('qr_id', 'must be the ID of a code.'),
    change: parseChange(change),
    ifMatch:
      ifMatch === undefined || typeof ifMatch === 'string'
        ? accept(ifMatch)
        : refuseField('if_match', 'must be a string.'),
  });
  if (!parts.ok) return parts;
  const { fields: _, ...rest } = parts.value;
  return accept(rest);
}

/** A change as in `PATCH /v1/qr-codes/{id}`, and a project to move the code to. */
function parseChange(source: unknown): Parsed<QrCodeChange> {
  if (!isRecord(source)) return refuseField('change', 'must be an object.');
  const fields = requireFields(source, [...changeableFields, 'project_id']);
  if (!fields.ok) return inField('change', fields);
  const { project_id: projectId, ...others } = source;
  if (projectId !== undefined && typeof projectId !== 'string')
    return refuseField('change.project_id', 'must be the ID of a project.');
  const isMove = projectId !== undefined && Object.keys(others).length === 0;
  const change = isMove ? accept({}) : parseQrCodeChange(others);
  if (!change.ok) return inField('change', change);
  return accept({ ...change.value, ...(projectId !== undefined && { projectId }) });
}

function parseList(field: string, source: unknown): Parsed<unknown[]> {
  if (Array.isArray(source) && source.length >= 1 && source.length <= bulkItemsMax) return accept(source);
  return refuseField(field, `must be an array of 1 to ${bulkItemsMax} entries.`);
}

function parseFlag(field: string, raw: unknown): Parsed<boolean> {
  if (raw === undefined) return accept(false);
  return typeof raw === 'boolean' ? accept(raw) : refuseField(field, 'must be true or false.');
}

function requireFields(body: Body, known: readonly string[]): Parsed<null> {
  const stray = Object.keys(body).find((name) => !known.includes(name));
  return stray === undefined ? accept(null) : refuse(`There is no field ${stray}.`, stray);
}

/** The place of the first value that came before. */
function firstRepeated(values: readonly unknown[]): number | null {
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'string') continue;
    if (seen.has(value)) return index;
    seen.add(value);
  }
  return null;
}
