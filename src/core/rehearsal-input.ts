import { parseDashboardChange } from './dashboard-code-input.ts';
import { parseIdentifier } from './identifier.ts';
import { isRecord } from './is-record.ts';
import { accept, inField, type Parsed, parseAll, refuseField } from './parsed.ts';
import type { QrCodeChange } from './qr-code-input.ts';

export const rehearsalFields = ['qr_ids', 'change'];
export const rehearsedCodesMax = 100;
/** Fields that decide scans. Others change nothing that a visitor sees. */
export const decidingFields = [
  'redirect_url',
  'redirect_rules',
  'scan_limit',
  'expires_at',
  'status',
  'replace_in_urls',
];

export interface RehearsalInput {
  /** UUIDs. */
  qrIds: string[];
  change: QrCodeChange;
}

export function parseRehearsal(body: Record<string, unknown>): Parsed<RehearsalInput> {
  return parseAll({ qrIds: parseCodes(body['qr_ids']), change: parseChange(body['change']) });
}

function parseCodes(raw: unknown): Parsed<string[]> {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > rehearsedCodesMax)
    return refuseField('qr_ids', `must be a list of 1 to ${rehearsedCodesMax} IDs of codes.`);
  const uuids = raw.map((id) => (typeof id === 'string' ? parseIdentifier('qrc', id) : null));
  const wrong = uuids.indexOf(null);
  if (wrong !== -1) return refuseField(`qr_ids[${wrong}]`, 'must be the ID of a code.');
  return accept([...new Set(uuids as string[])]);
}

function parseChange(raw: unknown): Parsed<QrCodeChange> {
  if (!isRecord(raw)) return refuseField('change', 'must be an object.');
  const known = Object.fromEntries(Object.entries(raw).filter(([field]) => decidingFields.includes(field)));
  if (Object.keys(known).length === 0)
    return refuseField(
      'change',
      `must have at least one of ${decidingFields.join(', ')}: only these decide scans.`,
    );
  const parsed = parseDashboardChange(known);
  return parsed.ok ? parsed : inField('change', parsed);
}
