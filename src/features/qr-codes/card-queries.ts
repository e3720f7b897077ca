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

export interface TopCodeRow {
  qr_id: string;
  label: string;
  scan_count: number;
}

/** The most scanned active codes of all time, among the newest codes of a project. */
export function listTopCodes(
  db: Db,
  projectId: string,
  bounds: { examined: number; limit: number },
): Promise<TopCodeRow[]> {
  return db
    .with('newest', (cte) =>
      cte
        .selectFrom('qr_codes')
        .select(['qr_id', 'label'])
        .where('project_id', '=', projectId)
        .where('status', '=', 'active')
        .orderBy('created_at', 'desc')
        .orderBy('qr_id', 'desc')
        .limit(bounds.examined),
    )
    .selectFrom('newest')
    .innerJoin('scan_state', 'scan_state.qr_id', 'newest.qr_id')
    .select(['newest.qr_id', 'label', 'scan_count'])
    .orderBy('scan_count', 'desc')
    .orderBy('newest.qr_id')
    .limit(bounds.limit)
    .execute();
}
