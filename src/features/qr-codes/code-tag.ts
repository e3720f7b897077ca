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
  'qr_data',
  'qr_render_metadata',
];

/** Processes of the previous release don't know these parameters: without any, both have the same ETag. */
function fieldsOf({ forwarded_params: params }: Record<string, unknown>): readonly string[] {
  return Array.isArray(params) && params.length > 0
    ? [...writableFields, 'forwarded_params']
    : writableFields;
}

/** The ETag of a code (D65). Null if the document is not a code. */
export function codeTag(document: Record<string, unknown>): string | null {
  return writableFields.every((field) => field in document)
    ? resourceTag(document, fieldsOf(document))
    : null;
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
    const document = code === undefined ? null : qrCodeView(code, addresses);
    requireMatch(ifMatch, document, document === null ? writableFields : fieldsOf(document));
  };
}
