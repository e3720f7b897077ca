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

/** The event after which deliveries are made again. */
export function parseReplay({ after }: Record<string, unknown>): Parsed<string> {
  const uuid = typeof after === 'string' ? parseIdentifier('evt', after) : null;
  return uuid === null ? refuseField('after', 'must be the event_id of an event.') : accept(uuid);
}
