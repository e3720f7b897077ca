import { type EventType, eventTypes, scanType } from './event-type.ts';
import { parseIdentifier } from './identifier.ts';
import { accept, type Parsed, parseAll, refuseField } from './parsed.ts';

export interface EventsQuery {
  /** Null: from the oldest event that is kept. */
  after: string | null;
  /** Null: all. */
  types: EventType[] | null;
}

export const eventsParameters = ['after', 'type', 'qr_id', 'project_id', 'page_size'] as const;

export function parseEventsQuery(after: string | undefined, types: string[]): Parsed<EventsQuery> {
  return parseAll({ after: parseAfter(after), types: types.length === 0 ? accept(null) : parseTypes(types) });
}

function parseAfter(raw: string | undefined): Parsed<string | null> {
  if (raw === undefined) return accept(null);
  const uuid = parseIdentifier('evt', raw);
  return uuid === null ? refuseField('after', 'must be the event_id of an event.') : accept(uuid);
}

function parseTypes(raw: string[]): Parsed<EventType[]> {
  if (raw.includes(scanType))
    return refuseField('type', `can't be ${scanType}: scans are not in the log. Read GET …/scans instead.`);
  const known = eventTypes.filter((type) => raw.includes(type));
  return known.length === new Set(raw).size
    ? accept(known)
    : refuseField('type', `must be one of ${eventTypes.join(', ')}.`);
}
