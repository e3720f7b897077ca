import { randomBytes } from 'node:crypto';
import type { Secrets } from '#platform/secrets.ts';

const purpose = 'known device';
const markLength = 22;
const addressesMax = 5;

/** A browser that has signed in before, identified by its cookie: an ID, and a mark for each address that signed in with it. */
export interface KnownDevice {
  id: string;
  marks: string[];
}

export function readKnownDevice(cookie: string | undefined): KnownDevice | null {
  const [id = '', ...marks] = (cookie ?? '').split('.');
  const isWellFormed = /^[\w-]{22}$/.test(id) && marks.length <= addressesMax;
  return isWellFormed ? { id, marks: marks.filter((mark) => mark.length === markLength) } : null;
}

/** Whether this address signed in on the device: then strangers can't lock it out. */
export function isKnownFor(device: KnownDevice | null, secrets: Secrets, email: string): boolean {
  if (device === null) return false;
  const expected = secrets.signAll(purpose, message(device.id, email)).map(markOf);
  return device.marks.some((mark) => expected.includes(mark));
}

/** The value of the cookie after a sign-in; the last address comes first. */
export function rememberDevice(device: KnownDevice | null, secrets: Secrets, email: string): string {
  const id = device?.id ?? randomBytes(16).toString('base64url');
  const mark = markOf(secrets.sign(purpose, message(id, email)));
  const others = (device?.marks ?? []).filter((known) => known !== mark);
  return [id, mark, ...others].slice(0, addressesMax + 1).join('.');
}

function message(id: string, email: string): string {
  return `${id}\n${email.trim().toLowerCase()}`;
}

function markOf(signature: Buffer): string {
  return signature.toString('base64url').slice(0, markLength);
}
