import { createHash } from 'node:crypto';
import { parseTags } from '#core/entity-tag.ts';
import { Refusal } from '#core/errors.ts';
import type { Guard } from './change-qr-code.ts';
import { findQrCode } from './qr-code-queries.ts';
import { type Addresses, qrCodeView } from './qr-code-view.ts';

type Document = Record<string, unknown>;

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
  'qr_data',
  'qr_render_metadata',
];

/** The ETag of a code: one part for the whole document, one for what callers can write (D65). Null if it is not a code. */
export function codeTag(document: Document): string | null {
  if (writableFields.some((field) => !(field in document))) return null;
  return `"${digest(document)}.${writableDigest(document)}"`;
}

/** Whether the caller already has this document. */
export function isKnown(ifNoneMatch: string | undefined, tag: string | null): boolean {
  if (ifNoneMatch === undefined || tag === null) return false;
  const known = parseTags(ifNoneMatch);
  return known === '*' || known.some((text) => `"${text}"` === tag);
}

/** Refuses a change if somebody has written to the code since the caller read it. Finished images and scans don't matter. */
export function matchGuard(
  ifMatch: string | undefined,
  { accountId, qrId }: { accountId: string; qrId: string },
  addresses: Addresses,
): Guard | null {
  if (ifMatch === undefined) return null;
  const tags = parseTags(ifMatch);
  if (tags === '*') return null;
  return async (db) => {
    const code = await findQrCode(db, accountId, qrId);
    const current = code && writableDigest(qrCodeView(code, addresses));
    if (tags.some((tag) => tag.split('.')[1] === current)) return;
    throw new Refusal(
      'precondition_failed',
      'The code was changed since you read it. Read it again, then decide.',
    );
  };
}

function writableDigest(document: Document): string {
  return digest(writableFields.map((field) => document[field]));
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}
