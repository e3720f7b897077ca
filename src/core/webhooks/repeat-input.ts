import { type DeliveredType, deliveredTypes } from '../event-type.ts';
import { parseIdentifier } from '../identifier.ts';
import { accept, type Parsed, refuseField } from '../parsed.ts';

const oldSecretSecondsMax = 86_400;

/** For how long the old secret stays valid. */
export function parseRotation({ expires_in: raw }: Record<string, unknown>): Parsed<number> {
  const isValid = Number.isInteger(raw) && (raw as number) >= 0 && (raw as number) <= oldSecretSecondsMax;
  return isValid
    ? accept(raw as number)
    : refuseField('expires_in', `must be a whole number of seconds from 0 to ${oldSecretSecondsMax}.`);
}

export function parseTestType({ type }: Record<string, unknown>): Parsed<DeliveredType> {
  const known = deliveredTypes.find((one) => one === type);
  return known === undefined
    ? refuseField('type', `must be one of ${deliveredTypes.join(', ')}.`)
    : accept(known);
}

/** What is sent again: events of the log after one of them, or scans of a code after a number. */
export type ReplayRange = { after: string } | { qrId: string; afterNumber: number };

export const replayFields = ['after', 'qr_id', 'after_number'] as const;

export function parseReplay(body: Record<string, unknown>): Parsed<ReplayRange> {
  const { after, qr_id: qr, after_number: number } = body;
  if (after === undefined) return parseScanReplay(qr, number);
  if (qr !== undefined || number !== undefined)
    return refuseField('after', 'is for events. For scans, send qr_id and after_number instead.');
  const uuid = typeof after === 'string' ? parseIdentifier('evt', after) : null;
  return uuid === null ? refuseField('after', 'must be the event_id of an event.') : accept({ after: uuid });
}

function parseScanReplay(qr: unknown, number: unknown): Parsed<ReplayRange> {
  if (qr === undefined && number === undefined)
    return refuseField('after', 'is missing. For scans, send qr_id and after_number instead.');
  const qrId = typeof qr === 'string' ? parseIdentifier('qrc', qr) : null;
  if (qrId === null) return refuseField('qr_id', 'must be the qr_id of a QR code.');
  if (!Number.isSafeInteger(number) || (number as number) < 0)
    return refuseField('after_number', 'must be a scan_number, or 0 for all scans.');
  return accept({ qrId, afterNumber: number as number });
}
