import { formatIdentifier } from '#core/identifier.ts';
import type { ExportRow } from './export-queries.ts';

/** @param downloadUrl of this reader; null if there is nothing to download. */
export function exportView(row: ExportRow, downloadUrl: string | null, nowMs: number) {
  return {
    export_id: formatIdentifier('exp', row.export_id),
    kind: row.kind,
    format: row.format,
    project_id: row.project_id && formatIdentifier('prj', row.project_id),
    qr_id: row.qr_id && formatIdentifier('qrc', row.qr_id),
    start: row.range_start?.toISOString() ?? null,
    end: row.range_end?.toISOString() ?? null,
    status: isExpired(row, nowMs) ? 'expired' : row.status,
    progress: Math.round(row.progress * 1_000) / 1_000,
    rows: row.rows,
    bytes: row.bytes,
    error: row.error,
    available_from: row.available_from?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    download_url: downloadUrl,
  };
}

export function isExpired({ expires_at: expiresAt }: Pick<ExportRow, 'expires_at'>, nowMs: number): boolean {
  return expiresAt.getTime() <= nowMs;
}
