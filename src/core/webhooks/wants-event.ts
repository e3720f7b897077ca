import { type DeliveredType, scanType } from '../event-type.ts';

/** What an endpoint subscribes to, and what its creator could read. Null means everything. */
export interface Subscription {
  types: readonly DeliveredType[] | null;
  project_id: string | null;
  qr_ids: readonly string[] | null;
  reads_events: boolean;
  reads_scans: boolean;
  reads_projects: readonly string[] | null;
}

export interface EventSubject {
  type: DeliveredType;
  projectId: string | null;
  qrId: string | null;
}

/** Whether an endpoint gets this now: it may have been changed since the delivery was made. In SQL: `insertWanted`. */
export function wantsEvent(endpoint: Subscription, { type, projectId, qrId }: EventSubject): boolean {
  const isRead = type === scanType ? endpoint.reads_scans : endpoint.reads_events;
  const isOfProject = (ids: readonly string[] | null) =>
    ids === null || (projectId !== null && ids.includes(projectId));
  return (
    isRead &&
    (endpoint.types === null || endpoint.types.includes(type)) &&
    isOfProject(endpoint.project_id === null ? null : [endpoint.project_id]) &&
    isOfProject(endpoint.reads_projects) &&
    (endpoint.qr_ids === null || (type.startsWith('qr.') && qrId !== null && endpoint.qr_ids.includes(qrId)))
  );
}
