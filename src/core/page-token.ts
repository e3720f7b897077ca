import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { uuidText } from './uuid-text.ts';

/** The end of a page: the sort key of its last row (D29). */
export interface PageCursor {
  createdAtMs: number;
  id: string;
}

/** The list of a token; it is worthless in another list (D31). */
export interface PageScope {
  accountId: string;
  endpoint: string;
  filters: string;
}

/** Keyed message authentication codes, one per key: the first one signs, all of them verify. The keys stay outside `core`. */
export type Authenticate = (message: Uint8Array) => Uint8Array[];

const formatVersion = 1;
const payloadLength = 1 + 6 + 6 + 16;
const macLength = 16;
const tokenLength = ((payloadLength + macLength) * 4) / 3;
const lifetimeMs = 24 * 60 * 60 * 1000;

export function sealPageToken(
  authenticate: Authenticate,
  scope: PageScope,
  cursor: PageCursor,
  nowMs: number,
): string {
  const payload = new Uint8Array(payloadLength);
  payload[0] = formatVersion;
  writeUint48(payload, 1, nowMs);
  writeUint48(payload, 7, cursor.createdAtMs);
  payload.set(Uint8Array.from(cursor.id.replaceAll('-', '').match(/../g) ?? [], parseHex), 13);
  const token = new Uint8Array(payloadLength + macLength);
  token.set(payload);
  token.set(macsOf(authenticate, scope, payload)[0] ?? new Uint8Array(), payloadLength);
  return encodeBase64Url(token);
}

/** The cursor, or null unless the token is ours, for this list, and not expired. */
export function openPageToken(
  authenticate: Authenticate,
  scope: PageScope,
  token: string,
  nowMs: number,
): PageCursor | null {
  const bytes = token.length === tokenLength ? decodeBase64Url(token) : null;
  if (bytes === null) return null;
  const payload = bytes.subarray(0, payloadLength);
  const mac = bytes.subarray(payloadLength);
  if (!macsOf(authenticate, scope, payload).some((expected) => equal(expected, mac))) return null;
  const ageMs = nowMs - readUint48(payload, 1);
  if (payload[0] !== formatVersion || ageMs > lifetimeMs) return null;
  const hex = Array.from(payload.subarray(13), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { createdAtMs: readUint48(payload, 7), id: uuidText(hex) };
}

function macsOf(authenticate: Authenticate, scope: PageScope, payload: Uint8Array): Uint8Array[] {
  // JSON separates the three parts: no choice of filters can look like another scope.
  const scopeText = JSON.stringify([scope.accountId, scope.endpoint, scope.filters]);
  const message = new Uint8Array(payloadLength + scopeText.length * 2);
  message.set(payload);
  const view = new DataView(message.buffer);
  for (let index = 0; index < scopeText.length; index++) {
    view.setUint16(payloadLength + index * 2, scopeText.charCodeAt(index));
  }
  return authenticate(message).map((mac) => mac.subarray(0, macLength));
}

/** Compares in constant time. */
function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
}

function parseHex(pair: string): number {
  return Number.parseInt(pair, 16);
}

function writeUint48(bytes: Uint8Array, offset: number, value: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint16(offset, Math.floor(value / 2 ** 32));
  view.setUint32(offset + 2, value % 2 ** 32);
}

function readUint48(bytes: Uint8Array, offset: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint16(offset) * 2 ** 32 + view.getUint32(offset + 2);
}
