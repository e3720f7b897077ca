import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * Canonical URL and expressions again, step by step over bytes as in the documentation, for comparison. Slow on purpose: no regular expression,
 * nothing shared with the product.
 */
export function plainExpressions(url: string): { canonical: string; expressions: string[] } | null {
  let bytes = [...Buffer.from(url)];
  const isBlank = (byte: number | undefined) => byte === 32 || byte === 9 || byte === 10 || byte === 13;
  while (isBlank(bytes[0])) bytes.shift();
  while (isBlank(bytes.at(-1))) bytes.pop();
  bytes = bytes.filter((byte) => byte !== 9 && byte !== 10 && byte !== 13);
  if (bytes.includes(35)) bytes = bytes.slice(0, bytes.indexOf(35));
  for (let before = -1; before !== bytes.length; ) {
    before = bytes.length;
    bytes = unescapeOnce(bytes);
  }
  const text = Buffer.from(bytes).toString('latin1');
  const [scheme, rest] = splitScheme(text);
  if (rest === null) return null;
  let end = 0;
  while (end < rest.length && rest[end] !== '/' && rest[end] !== '?') end++;
  const authority = rest.slice(0, end);
  const host = plainHost(authority.split('@').at(-1) ?? '');
  if (host === '') return null;
  const [rawPath = '', ...queries] = rest.slice(end).split('?');
  const query = queries.length === 0 ? null : queries.join('?');
  const path = plainPath(rawPath);
  const escapedHost = escapeAll(host);
  const escapedPath = escapeAll(path);
  const escapedQuery = query === null ? '' : `?${escapeAll(query)}`;
  const paths = new Set(query ? [escapedPath + escapedQuery] : []);
  paths.add(escapedPath);
  const pieces = escapedPath.split('/').slice(1, -1);
  for (let depth = 0; depth < 4 && depth <= pieces.length; depth++)
    paths.add(depth === 0 ? '/' : `/${pieces.slice(0, depth).join('/')}/`);
  const expressions: string[] = [];
  for (const name of plainHosts(escapedHost)) for (const tail of paths) expressions.push(name + tail);
  return { canonical: `${scheme}://${escapedHost}${escapedPath}${escapedQuery}`, expressions };
}

function splitScheme(text: string): [string, string | null] {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  let end = 0;
  const lower = text.toLowerCase();
  while (end < lower.length && `${letters}0123456789+.-`.includes(lower[end] ?? '')) end++;
  const isName = end > 0 && letters.includes(lower[0] ?? '');
  if (isName && text.slice(end, end + 3) === '://') return [lower.slice(0, end), text.slice(end + 3)];
  if (isName && text[end] === ':' && !'0123456789'.includes(text[end + 1] || 'x')) return ['', null];
  return ['http', text];
}

function plainHost(raw: string): string {
  let address = raw;
  while (address.startsWith('.')) address = address.slice(1);
  const close = address.indexOf(']');
  if (address.startsWith('[') && close !== -1) {
    const isAddress = Array.from(address.slice(1, close)).every((char) =>
      '0123456789abcdefABCDEF:.'.includes(char),
    );
    const isEnd = tidy(address.slice(close + 1)) === '';
    if (isAddress && isEnd) return plainIpv6(address.slice(1, close).toLowerCase());
  }
  let host = tidy(raw);
  if (
    Array.from(host).some((char) => char > '\x7f') &&
    !Array.from(host).some((char) => '#/?@:\\%[]'.includes(char))
  ) {
    const bytes = Buffer.from(host, 'latin1');
    if (Buffer.from(bytes.toString()).equals(bytes)) host = domainToASCII(bytes.toString()) || host;
  }
  host = tidy(host).toLowerCase();
  return plainIpv4(host) ?? host;
}

function tidy(raw: string): string {
  let host = raw;
  for (let before = ''; before !== host; ) {
    before = host;
    if (host.endsWith('.')) host = host.slice(0, -1);
    const colon = host.lastIndexOf(':');
    if (colon !== -1 && digitsOnly(host.slice(colon + 1))) host = host.slice(0, colon);
    if (host.startsWith('.')) host = host.slice(1);
    host = host.split('..').join('.');
  }
  return host;
}

function digitsOnly(text: string): boolean {
  return Array.from(text).every((char) => char >= '0' && char <= '9');
}

function plainIpv4(host: string): string | null {
  const parts = host.split('.');
  if (parts.length > 4 || host === '') return null;
  const values: bigint[] = [];
  for (const part of parts) {
    if (part === '' || part.startsWith('-') || part.startsWith('+')) return null;
    const isOctal = part.length > 1 && part[0] === '0' && digitsOnly(part);
    const digits = isOctal ? '01234567' : part.startsWith('0x') ? '0123456789abcdef' : '0123456789';
    const body = part.startsWith('0x') ? part.slice(2) : part;
    if (body === '' || !Array.from(body).every((char) => digits.includes(char))) return null;
    values.push(BigInt(isOctal ? `0o${part.slice(1)}` : part));
  }
  if (values.some((value) => value > 0xffffffffn)) return null;
  const last = values.pop() ?? 0n;
  const bytes = values.map((value) => Number(value & 255n));
  const tail: number[] = [];
  for (let rest = last; tail.length < 4 - bytes.length; rest >>= 8n) tail.unshift(Number(rest & 255n));
  return [...bytes, ...tail].join('.');
}

function plainIpv6(address: string): string {
  if (!isIPv6(address)) return `[${address}]`;
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1);
  for (const prefix of ['::ffff:', '64:ff9b::']) {
    const groups = compressed.startsWith(prefix) ? compressed.slice(prefix.length).split(':') : [];
    if (groups.length !== 2 || groups.includes('')) continue;
    const value = groups.map((group) => Number.parseInt(group, 16));
    return value.map((group) => `${Math.floor(group / 256)}.${group % 256}`).join('.');
  }
  const isOldForm = address.startsWith('::') && address.includes('.') && !address.slice(2).includes(':');
  return isOldForm ? `[${address}]` : `[${compressed}]`;
}

function plainPath(raw: string): string {
  const kept: string[] = [];
  const all = raw.split('/');
  for (const piece of all) {
    if (piece === '..') kept.pop();
    else if (piece !== '.' && piece !== '') kept.push(piece);
  }
  const closes = ['', '.', '..'].includes(all.at(-1) ?? '');
  return kept.length === 0 ? '/' : `/${kept.join('/')}${closes ? '/' : ''}`;
}

function plainHosts(host: string): string[] {
  if (host.startsWith('[') || (host.split('.').length === 4 && digitsOnly(host.split('.').join(''))))
    return [host];
  const labels = host.split('.');
  const hosts = [host];
  const lastFive = labels.slice(-5);
  for (let drop = 0; lastFive.length - drop >= 2 && hosts.length < 5; drop++) {
    const name = lastFive.slice(drop).join('.');
    if (!hosts.includes(name)) hosts.push(name);
  }
  return hosts;
}

function unescapeOnce(bytes: number[]): number[] {
  const plain: number[] = [];
  for (let index = 0; index < bytes.length; index++) {
    const [high, low] = [hexValue(bytes[index + 1]), hexValue(bytes[index + 2])];
    if (bytes[index] === 37 && high !== -1 && low !== -1) {
      plain.push(high * 16 + low);
      index += 2;
    } else plain.push(bytes[index] ?? 0);
  }
  return plain;
}

function hexValue(byte: number | undefined): number {
  return byte === undefined ? -1 : '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase());
}

function escapeAll(text: string): string {
  let escaped = '';
  for (const char of text) {
    const code = char.charCodeAt(0);
    const mustEscape = code <= 32 || code >= 127 || char === '#' || char === '%';
    escaped += mustEscape ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : char;
  }
  return escaped;
}
