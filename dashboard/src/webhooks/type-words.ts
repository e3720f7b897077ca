import type { DeliveredType } from '#core/event-type.ts';

/** What happened, for people. */
export const typeWords: Record<DeliveredType, string> = {
  'qr.created': 'Code created',
  'qr.updated': 'Code changed',
  'qr.rendered': 'Images ready',
  'qr.archived': 'Code archived',
  'qr.reactivated': 'Code restored',
  'qr.blocked': 'Code blocked',
  'qr.unblocked': 'Code unblocked',
  'qr.limit_reached': 'Scan limit reached',
  'qr.expired': 'Code expired',
  'qr.quiet': 'No scans any more',
  'qr.surge': 'Far more scans than usual',
  'qr.destination_failing': 'Destination fails',
  'project.created': 'Project created',
  'project.updated': 'Project changed',
  'project.archived': 'Project archived',
  'project.unarchived': 'Project restored',
  'export.done': 'Export finished',
  'export.failed': 'Export failed',
  'qr.scan': 'Code scanned',
};
