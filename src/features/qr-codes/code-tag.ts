import { requireMatch, resourceTag } from '../resource-tag.ts';
import type { Guard } from './change-qr-code.ts';
import { findQrCode } from './qr-code-queries.ts';
import { type Addresses, qrCodeView } from './qr-code-view.ts';

/** What callers can write, and the status. */
const writableFields = [
  'label',
  'status',
  'redirect_url',
  'redirect_rules',
  'expires_at',
  'scan_limit',
  'analytics_enabled',
  'project_id',
  'tags',
  'forwarded_params',
  'qr_data',
  'qr_render_metadata',
];

/** The ETag of a code (D65). Null if the document is not a code. */
export function codeTag(document: Record<string, unknown>): string | null {
  return writableFields.every((field) => field in document) ? resourceTag(document, writableFields) : null;
}

/** Refuses a change if somebody has written to the code since the caller read it. Finished images and scans don't matter. */
export function matchGuard(
  ifMatch: string | undefined,
  { accountId, qrId }: { accountId: string; qrId: string },
  addresses: Addresses,
): Guard | null {
  if (ifMatch === undefined) return null;
  return async (db) => {
    const code = await findQrCode(db, accountId, qrId);
    requireMatch(ifMatch, code === undefined ? null : qrCodeView(code, addresses), writableFields);
  };
}
