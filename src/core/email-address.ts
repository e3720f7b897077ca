import { type Parsed, refuse } from './parsed.ts';

const lengthMax = 254;
const localLengthMax = 64;
/** The dot-atom of RFC 5321: no quotes, brackets or comments, which mail programs interpret differently. */
const localPattern = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const labelPattern = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;

/** An address that every mail program interprets as the same mailbox, in lower case. */
export function parseEmailAddress(field: string, value: string): Parsed<string> {
  const address = value.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const labels = address.slice(at + 1).split('.');
  const isValid =
    at > 0 &&
    at <= localLengthMax &&
    address.length <= lengthMax &&
    localPattern.test(address.slice(0, at)) &&
    labels.length >= 2 &&
    labels.every((label) => label.length <= 63 && labelPattern.test(label));
  return isValid
    ? { ok: true, value: address }
    : refuse(`${field} must be an email address, such as ada@example.com.`);
}
