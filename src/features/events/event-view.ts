import { formatIdentifier } from '#core/identifier.ts';
import type { ExportRow } from '../exports/export-queries.ts';
import { exportView } from '../exports/export-view.ts';
import { actorIdentity, publicValue } from '../history/change-view.ts';
import type { ProjectRow } from '../projects/project-queries.ts';
import { projectView } from '../projects/project-view.ts';
import type { FullQrCodeRow } from '../qr-codes/qr-code-queries.ts';
import { type Addresses, qrCodeView } from '../qr-codes/qr-code-view.ts';
import type { EventRow } from './event-queries.ts';

/** An event as programs read it, the same however often and whenever. @param readsScans whether they may read numbers of scans. */
export function eventView(event: EventRow, addresses: Addresses, readsScans: boolean) {
  return {
    event_id: formatIdentifier('evt', event.event_id),
    type: event.type,
    created_at: event.created_at.toISOString(),
    data: eventData(event, addresses, readsScans),
  };
}

export function eventData(event: EventRow, addresses: Addresses, readsScans: boolean) {
  const alarm = event.subject['alarm'];
  const isAboutScans = event.type === 'qr.quiet' || event.type === 'qr.surge';
  return {
    ...subjectOf(event, addresses),
    ...(alarm !== undefined && (readsScans || !isAboutScans) && { alarm }),
    ...(event.previous !== null && { previous: previousOf(event.previous) }),
    actor: actorIdentity(event.actor_kind, event.actor_id),
  };
}

function subjectOf({ type, subject, created_at: createdAt }: EventRow, addresses: Addresses) {
  const stored = withDates(subject);
  if (type.startsWith('project.')) return { project: projectView(stored as unknown as ProjectRow) };
  // Its state at that time, and no link: links belong to the key that asks.
  if (type.startsWith('export.'))
    return { export: exportView(stored as unknown as ExportRow, null, createdAt.getTime()) };
  // The content can hold passwords of networks, and the design is not about what the code does.
  const code = { ...stored, qr_data: {}, render_metadata: null } as unknown as FullQrCodeRow;
  const { qr_data: _, qr_render_metadata: __, ...view } = qrCodeView(code, addresses);
  return { qr_code: view };
}

const dates = new Set(['range_start', 'range_end', 'available_from']);

/** JSON has times as text. */
function withDates(stored: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [
      name,
      typeof value === 'string' && (name.endsWith('_at') || dates.has(name)) ? new Date(value) : value,
    ]),
  );
}

function previousOf(previous: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(previous).map(([field, value]) => [field, publicValue(field, value)]),
  );
}
