import { parseDestination } from '../destination.ts';
import { accept, type Parsed, parseAll, refuse, refuseField } from '../parsed.ts';

/** What is watched about a code. */
export interface WatchInput {
  destination: boolean;
  /** Replaces the destination while that fails. */
  standbyUrl: string | null;
  scans: boolean;
}

export const watchFields = ['destination', 'standby_url', 'scans'];

/** The whole setting: what is missing is off. */
export function parseWatch(body: Record<string, unknown>): Parsed<WatchInput> {
  const parts = parseAll({
    destination: parseSwitch('destination', body['destination']),
    standbyUrl: parseStandby(body['standby_url']),
    scans: parseSwitch('scans', body['scans']),
  });
  if (!parts.ok) return parts;
  const { destination, standbyUrl, scans } = parts.value;
  if (!destination && !scans) return refuse('Watch the destination, the scans, or both.');
  if (standbyUrl !== null && !destination)
    return refuseField('standby_url', 'is only used while the destination is watched.');
  return parts;
}

function parseSwitch(field: string, raw: unknown = false): Parsed<boolean> {
  return typeof raw === 'boolean' ? accept(raw) : refuseField(field, 'must be true or false.');
}

function parseStandby(raw: unknown): Parsed<string | null> {
  if (raw === undefined || raw === null) return accept(null);
  const parsed = parseDestination('standby_url', raw);
  return parsed.ok ? accept(parsed.value.url) : parsed;
}
