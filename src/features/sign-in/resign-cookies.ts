import { createHmac, timingSafeEqual } from 'node:crypto';
import { signInSecret } from './auth-secrets.ts';

const signatureLength = 44;

export interface ResignedCookies {
  /** The Cookie header of the request, with every cookie signed by the first secret. */
  header: string;
  /** Names and values of cookies that an older secret had signed. */
  changed: [name: string, value: string][];
}

/** Signs cookies of an older secret with the first one, so that a rotation signs nobody out. */
export function resignCookies(
  header: string,
  prefix: string,
  secrets: readonly string[],
): ResignedCookies | null {
  const [current = '', ...older] = secrets.map(signInSecret);
  if (older.length === 0 || !header.includes(prefix)) return null;
  const changed: ResignedCookies['changed'] = [];
  const cookies = header.split(';').map((part) => {
    const [, name = '', raw = ''] = /^\s*([^=\s]+)=(.*)$/.exec(part) ?? [];
    if (!name.startsWith(prefix)) return part;
    const text = decode(raw);
    const value = text.slice(0, -signatureLength - 1);
    const signature = text.slice(-signatureLength);
    const isSigned = (secret: string) => isSame(sign(value, secret), signature);
    if (value === '' || isSigned(current) || !older.some(isSigned)) return part;
    const resigned = encodeURIComponent(`${value}.${sign(value, current)}`);
    changed.push([name, resigned]);
    return `${name}=${resigned}`;
  });
  return changed.length === 0 ? null : { header: cookies.join(';'), changed };
}

function sign(value: string, secret: string): string {
  return createHmac('sha256', secret).update(value).digest('base64');
}

function isSame(expected: string, actual: string): boolean {
  return expected.length === actual.length && timingSafeEqual(Buffer.from(expected), Buffer.from(actual));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
