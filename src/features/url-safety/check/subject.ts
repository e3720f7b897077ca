import { createHash, hash } from 'node:crypto';
import { canonicalUrl } from '#core/safety/canonical-url.ts';
import { urlExpressions } from '#core/safety/url-expressions.ts';

export interface Expression {
  text: string;
  /** SHA-256. */
  hash: Uint8Array;
}

/** A destination, prepared once for all providers. */
export interface Subject {
  url: URL;
  /** The most exact first. */
  expressions: Expression[];
  /** For feeds that list a site by its first page: that host, without hosts below it. */
  exactHost: Expression;
}

export function makeSubject(href: string): Subject {
  const canonical = canonicalUrl(href);
  const texts = canonical === null ? [] : urlExpressions(canonical);
  return {
    url: new URL(href),
    expressions: texts.map(makeExpression),
    exactHost: makeExpression(exactHostExpression(canonical?.host ?? '')),
  };
}

/** No expression of a URL starts like this. */
export function exactHostExpression(host: string): string {
  return `=${host}/`;
}

function makeExpression(text: string): Expression {
  return { text, hash: hashExpression(text) };
}

/** All hashes by which a list change can find it. */
export function prefixKeys({ expressions, exactHost }: Subject): number[] {
  return [...expressions, exactHost].map(({ hash: hashed }) => prefixKey(hashed));
}

export function hashExpression(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}

/** The first four bytes as PostgreSQL's integer: destinations are found by it when a list changes. */
function prefixKey(hashed: Uint8Array): number {
  return new DataView(hashed.buffer, hashed.byteOffset, hashed.byteLength).getInt32(0);
}

/** Like `destination_id` in the database. */
export function destinationId(url: string): string {
  const hex = createHash('sha256').update(url).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
