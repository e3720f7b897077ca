import type { EventSubject } from './wants-event.ts';

/** Standard Webhooks recommends less than this. */
const bytesMax = 20 * 1_024;

/** What is sent. */
export interface DeliveryMessage {
  /** The `webhook-id`. */
  id: string;
  body: string;
  /** Null: a sample. */
  subject: EventSubject | null;
}

export interface Message {
  eventId: string;
  type: string;
  createdAt: string;
  data: Record<string, unknown>;
  /** What stays if it is too large: IDs. */
  ids: Record<string, unknown>;
}

/** What a receiver gets, the same on every try. */
export function deliveryBody({ eventId, type, createdAt, data, ids }: Message): string {
  const body = (content: Record<string, unknown>) =>
    JSON.stringify({ type, timestamp: createdAt, event_id: eventId, data: content });
  const whole = body(data);
  // A character has at most three bytes.
  const isSmall = whole.length * 3 < bytesMax || new TextEncoder().encode(whole).length < bytesMax;
  return isSmall ? whole : body({ ...ids, truncated: true });
}
