import { createHash } from 'node:crypto';
import { parseTags } from '#core/entity-tag.ts';
import { Refusal } from '#core/errors.ts';

type Document = Record<string, unknown>;

/** The ETag of a resource: one part for the whole document, one for what callers can write (api-v2 §1.6). */
export function resourceTag(document: Document, writableFields: readonly string[]): string {
  return `"${digest(document)}.${writableDigest(document, writableFields)}"`;
}

/** Whether the caller already has this document. */
export function isKnown(ifNoneMatch: string | undefined, tag: string | null): boolean {
  if (ifNoneMatch === undefined || tag === null) return false;
  const known = parseTags(ifNoneMatch);
  return known === '*' || known.some((text) => `"${text}"` === tag);
}

/** Refuses a change if somebody has written to the resource since the caller read it. */
export function requireMatch(
  ifMatch: string | undefined,
  document: Document | null,
  writableFields: readonly string[],
): void {
  if (ifMatch === undefined) return;
  const tags = parseTags(ifMatch);
  if (tags === '*') return;
  const current = document && writableDigest(document, writableFields);
  if (tags.some((tag) => tag.split('.')[1] === current)) return;
  throw new Refusal(
    'precondition_failed',
    'Somebody has changed it since you read it. Read it again, then decide.',
  );
}

function writableDigest(document: Document, fields: readonly string[]): string {
  return digest(fields.map((field) => document[field]));
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}
