import { canonicalHost } from './canonical-host.ts';

/** A URL in the form of the threat lists: one spelling of host, path and query. Single bytes, escaped to ASCII. */
export interface CanonicalUrl {
  scheme: string;
  host: string;
  path: string;
  /** Null without a question mark. */
  query: string | null;
  text: string;
}

const encoder = new TextEncoder();
/** Four times the maximum of a destination; some steps take quadratic time. */
const lengthMax = 8_192;

/**
 * Web Risk's canonical form (Web Risk, URLs and hashing). It takes bytes, because not all published examples are Unicode. Null if there is no
 * host or the URL is too long. It never throws and is idempotent.
 */
export function canonicalUrl(url: string | Uint8Array): CanonicalUrl | null {
  if (url.length > lengthMax) return null;
  const bytes = trimBlanks(toByteText(url)).replace(/[\t\r\n]/g, '');
  const hash = bytes.indexOf('#');
  const plain = unescapeFully(hash === -1 ? bytes : bytes.slice(0, hash));
  const [, scheme = 'http', rest = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(plain) ?? withoutScheme(plain);
  const end = rest.search(/[/?]/);
  const authority = end === -1 ? rest : rest.slice(0, end);
  const host = canonicalHost(authority.slice(authority.lastIndexOf('@') + 1));
  if (host === '') return null;
  const [path, query] = splitQuery(end === -1 ? '' : rest.slice(end));
  const parts = {
    scheme: scheme.toLowerCase(),
    host: escapeBytes(host),
    path: escapeBytes(resolvePath(path)),
    query: query === null ? null : escapeBytes(query),
  };
  const tail = parts.query === null ? '' : `?${parts.query}`;
  return { ...parts, text: `${parts.scheme}://${parts.host}${parts.path}${tail}` };
}

function trimBlanks(text: string): string {
  let [from, until] = [0, text.length];
  while (from < until && ' \t\r\n'.includes(text[from] ?? '')) from += 1;
  while (until > from && ' \t\r\n'.includes(text[until - 1] ?? '')) until -= 1;
  return text.slice(from, until);
}

/** A name with an optional port is treated as http; another scheme without `//` has no host. */
function withoutScheme(plain: string): [string, string, string] {
  const isOtherScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(plain);
  return ['', 'http', isOtherScheme ? '' : plain];
}

function splitQuery(rest: string): [path: string, query: string | null] {
  const mark = rest.indexOf('?');
  return mark === -1 ? [rest, null] : [rest.slice(0, mark), rest.slice(mark + 1)];
}

function resolvePath(path: string): string {
  const segments: string[] = [];
  const raw = path.split('/');
  for (const segment of raw) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const last = raw.at(-1) ?? '';
  const isFolder = last === '' || last === '.' || last === '..';
  return segments.length === 0 ? '/' : `/${segments.join('/')}${isFolder ? '/' : ''}`;
}

/** Until nothing is escaped. Every round shortens the text, so it terminates. */
function unescapeFully(text: string): string {
  let plain = text;
  while (/%[0-9a-f]{2}/i.test(plain)) {
    plain = plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return plain;
}

const escaped = /[^!-~]|[#%]/g;

function escapeBytes(text: string): string {
  return text.replace(
    escaped,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** One character per byte; ASCII already is. */
function toByteText(url: string | Uint8Array): string {
  if (typeof url === 'string' && /^\p{ASCII}*$/u.test(url)) return url;
  let text = '';
  for (const byte of typeof url === 'string' ? encoder.encode(url) : url) text += String.fromCharCode(byte);
  return text;
}
