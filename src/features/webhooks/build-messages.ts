import { scanType } from '#core/event-type.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { type DeliveryMessage, deliveryBody } from '#core/webhooks/delivery-body.ts';
import type { EventSubject } from '#core/webhooks/wants-event.ts';
import type { Db } from '../database.ts';
import { type EventRow, listEventsById } from '../events/event-queries.ts';
import { eventData } from '../events/event-view.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import type { Addresses } from '../qr-codes/qr-code-view.ts';
import { buildScanMessages } from './build-scan-messages.ts';
import type { DeliveryRow } from './delivery-queries.ts';
import { sampleEvent, sampleScans } from './sample-event.ts';

export interface MessageTools {
  addresses: Addresses;
  /** Additional servers of scans. */
  ledgers: LedgerDatabases;
}

/** How an event is shown. */
interface View {
  addresses: Addresses;
  readsScans: boolean;
}

/**
 * The messages of some deliveries, by delivery. Those whose event is no longer kept have none.
 * @param readsScans whether the endpoint may read numbers of scans.
 */
export async function buildMessages(
  db: Db,
  deliveries: readonly DeliveryRow[],
  { addresses, ledgers }: MessageTools,
  readsScans: boolean,
): Promise<Map<string, DeliveryMessage>> {
  const view = { addresses, readsScans };
  const events = new Map(
    (await listEventsById(db, [...new Set(deliveries.map(({ event_id }) => event_id))])).map((event) => [
      event.event_id,
      event,
    ]),
  );
  const scans = await buildScanMessages(db, ledgers, deliveries);
  return new Map(
    deliveries.flatMap((delivery) => {
      const { delivery_id: id, event_id: eventId } = delivery;
      if (eventId === id) {
        const sample = delivery.type === scanType ? { scans: sampleScans } : {};
        return [[id, messageOf(sampleEvent(delivery), view, null, { ...sample, test: true })]];
      }
      const event = events.get(eventId);
      const message = event === undefined ? scans.get(eventId) : messageOf(event, view, subjectOf(event));
      return message === undefined ? [] : [[id, message]];
    }),
  );
}

function messageOf(
  event: EventRow,
  { addresses, readsScans }: View,
  subject: DeliveryMessage['subject'],
  more = {},
): DeliveryMessage {
  const id = formatIdentifier('evt', event.event_id);
  const body = deliveryBody({
    eventId: id,
    type: event.type,
    createdAt: event.created_at.toISOString(),
    data: { ...eventData(event, addresses, readsScans), ...more },
    ids: idsOf(event),
  });
  return { id, body, subject };
}

function idsOf({ type, qr_id: qrId, project_id: projectId, subject }: EventRow): Record<string, unknown> {
  const project = projectId && { project_id: formatIdentifier('prj', projectId) };
  if (type.startsWith('project.')) return { project };
  if (type.startsWith('export.'))
    return { export: { export_id: formatIdentifier('exp', String(subject['export_id'])) } };
  return { qr_code: { ...(qrId && { qr_id: formatIdentifier('qrc', qrId) }), ...project } };
}

function subjectOf({ type, project_id: projectId, qr_id: qrId }: EventRow): EventSubject {
  return { type, projectId, qrId };
}
