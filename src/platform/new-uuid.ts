import { randomFillSync } from 'node:crypto';

/** Fetches random bytes for many UUIDs at once, because each call is expensive. */
const pool = Buffer.allocUnsafeSlow(16 * 256);
let used = pool.length;

/** A time-ordered UUID (RFC 9562, version 7), so that new rows are adjacent. */
export function newUuid(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
