import { createHash, hash } from 'node:crypto';
import { canonicalUrl } from '#core/safety/canonical-url.ts';
import { urlExpressions } from '#core/safety/url-expressions.ts';

export interface Expression {
  text: string;
  /** SHA-256. */
  hash: Uint8Array;
}

/** A destination, prepared once for everyone who is asked about it. */
export interface Subject {
  url: URL;
  /** The most exact first. */
  expressions: Expression[];
}

export function makeSubject(href: string): Subject {
  const canonical = canonicalUrl(href);
  const texts = canonical === null ? [] : urlExpressions(canonical);
  return {
    url: new URL(href),
    expressions: texts.map((text) => ({ text, hash: hashExpression(text) })),
  };
}

export function hashExpression(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}

/** The first four bytes as PostgreSQL's integer: how destinations are found when a list changes. */
export function prefixKey(hashed: Uint8Array): number {
  return new DataView(hashed.buffer, hashed.byteOffset, hashed.byteLength).getInt32(0);
}

/** As `destination_id` in the database. */
export function destinationId(url: string): string {
  const hex = createHash('sha256').update(url).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
