import { createHmac, hkdfSync } from 'node:crypto';
import type { Authenticate } from '#core/page-token.ts';

/** Page tokens have a key of their own, derived from the installation's secret. */
export function createPageTokenKey(secretKey: string): Authenticate {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'waypost page token', 32));
  return (message) => createHmac('sha256', key).update(message).digest();
}
