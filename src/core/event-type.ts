/** What we notice about watched codes. */
export const alarmTypes = ['qr.quiet', 'qr.surge', 'qr.destination_failing'] as const;
export type AlarmType = (typeof alarmTypes)[number];

/** What happens to codes, projects and exports. The triggers of the database write these types; `announce_alarm` writes alarms. */
export const eventTypes = [
  'qr.created',
  'qr.updated',
  'qr.rendered',
  'qr.archived',
  'qr.reactivated',
  'qr.blocked',
  'qr.unblocked',
  'qr.limit_reached',
  'qr.expired',
  ...alarmTypes,
  'project.created',
  'project.updated',
  'project.archived',
  'project.unarchived',
  'export.done',
  'export.failed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Delivered to webhooks, but not in the log. */
export const scanType = 'qr.scan';
export const deliveredTypes = [...eventTypes, scanType] as const;
export type DeliveredType = (typeof deliveredTypes)[number];
