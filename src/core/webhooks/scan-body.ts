import { scanType } from '../event-type.ts';
import { deliveryBody } from './delivery-body.ts';

export interface ScanMessage {
  eventId: string;
  createdAt: string;
  /** IDs as the API shows them. */
  qrId: string;
  projectId: string;
  firstNumber: number | null;
  lastNumber: number | null;
  scans: readonly unknown[];
}

/** The body that brings single scans of a code. */
export function scanBody({ eventId, createdAt, scans, ...group }: ScanMessage): string {
  const ids = {
    qr_code: { qr_id: group.qrId, project_id: group.projectId },
    first_number: group.firstNumber,
    last_number: group.lastNumber,
  };
  return deliveryBody({ eventId, type: scanType, createdAt, data: { ...ids, scans }, ids });
}
