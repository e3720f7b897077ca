import type { Db } from '../database.ts';
import { exactScanCount } from './qr-code-queries.ts';

/** Additional data for the dashboard's list. */
export interface CardRow {
  qr_id: string;
  scan_count: number;
  scan_limit: number | null;
  expires_at: Date | null;
  svg_file: string | null;
  is_project_archived: boolean;
}

const columns = [
  'qr_codes.qr_id',
  exactScanCount,
  'scan_limit',
  'expires_at',
  'svg_file',
  'projects.is_archived as is_project_archived',
] as const;

export async function listCards(db: Db, qrIds: string[]): Promise<CardRow[]> {
  if (qrIds.length === 0) return [];
  return db
    .selectFrom('qr_codes')
    .innerJoin('scan_state', 'scan_state.qr_id', 'qr_codes.qr_id')
    .innerJoin('projects', 'projects.project_id', 'qr_codes.project_id')
    .select(columns)
    .where('qr_codes.qr_id', 'in', qrIds)
    .execute();
}
