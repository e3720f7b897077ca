import { Refusal } from '#core/errors.ts';
import { scanType } from '#core/event-type.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { deliveryBody } from '#core/webhooks/delivery-body.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { readScans } from '../scans/read-scans.ts';
import type { DeliveryRow } from './delivery-queries.ts';
import { listScanGroups, type ScanGroupRow } from './scan-group-queries.ts';

/** The messages with scans, by event. Scans that left no record, or that are no longer kept, have none. */
export async function buildScanMessages(
  db: Db,
  ledgers: LedgerDatabases,
  deliveries: readonly DeliveryRow[],
): Promise<Map<string, { id: string; body: string }>> {
  const wanted = deliveries.filter(
    ({ type, event_id, delivery_id }) => type === scanType && event_id !== delivery_id,
  );
  const messages = new Map<string, { id: string; body: string }>();
  for (const group of await listScanGroups(db, [...new Set(wanted.map(({ event_id }) => event_id))])) {
    const message = await messageOf(db, ledgers, group);
    if (message !== null) messages.set(group.event_id, message);
  }
  return messages;
}

async function messageOf(
  db: Db,
  ledgers: LedgerDatabases,
  { event_id: eventId, account_id: accountId, project_id: projectId, qr_id: qrId, ...group }: ScanGroupRow,
): Promise<{ id: string; body: string } | null> {
  const scans = await readGroup(db, ledgers, { qrId, accountId }, group.first_number, group.last_number);
  if (scans.length === 0) return null;
  const id = formatIdentifier('evt', eventId);
  const ids = {
    qr_code: { qr_id: formatIdentifier('qrc', qrId), project_id: formatIdentifier('prj', projectId) },
    first_number: group.first_number,
    last_number: group.last_number,
  };
  const createdAt = group.created_at.toISOString();
  return { id, body: deliveryBody({ eventId: id, type: scanType, createdAt, data: { ...ids, scans }, ids }) };
}

/** A page of many batches is short, so there can be several. */
async function readGroup(
  db: Db,
  ledgers: LedgerDatabases,
  code: { qrId: string; accountId: string },
  firstNumber: number,
  lastNumber: number,
) {
  const scans = [];
  try {
    for (let after = firstNumber - 1; after < lastNumber; ) {
      const page = await readScans(db, ledgers, code, { afterNumber: after, limit: lastNumber - after });
      scans.push(...page.items);
      if (page.next_after_number === after) break;
      after = page.next_after_number;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return scans;
}
