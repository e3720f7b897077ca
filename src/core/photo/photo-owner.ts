import { findSlug } from '../slug.ts';

/** Whose code was read, as far as its text tells. */
export type PhotoOwner =
  | 'own'
  /** Another code of the account than the expected one. */
  | 'another'
  | 'other_host'
  | 'foreign'
  /** No link at all: codes with their content, such as a wireless network, say nothing about their owner. */
  | 'no_link'
  /** Nobody could be asked. */
  | 'unknown';

/** The account's code with the slug that was read. */
export interface OwnCode {
  qrId: string;
  /** The hosts on which it is served, in lower case. */
  hosts: readonly string[];
}

/** @param expected the ID of the code that should hang there, if somebody said so. */
export function photoOwner(text: string, own: OwnCode | null, expected: string | null): PhotoOwner {
  if (!/^https?:/i.test(text)) return 'no_link';
  const slug = findSlug(text);
  if (slug === null || own === null) return 'foreign';
  const url = URL.parse(text);
  // Printed links are in upper case, because they need fewer modules.
  const isLink = url?.pathname.toLowerCase().replace(/\/$/, '') === `/${slug}`;
  if (url === null || !isLink || !own.hosts.includes(url.host)) return 'other_host';
  return expected === null || own.qrId === expected ? 'own' : 'another';
}

export const ownerTexts: Readonly<Record<PhotoOwner, string>> = {
  own: 'This is your code.',
  another: 'This is a code of yours, but not the one that you wanted to check.',
  other_host:
    'It has the slug of your code, but another host. Prints from before a change of its domain look like this too. Scan it, and see where it leads.',
  foreign:
    'None of the codes that you can see has this link. If it hangs where yours should, somebody may have put theirs over it.',
  no_link: 'It has no link, so Waypost can’t tell whose code it is. Compare its content.',
  unknown: 'Nobody could be asked whose code this is.',
};

/** Whether a warning is due, because a wrong code hangs there. */
export function isWrongCode(owner: PhotoOwner): boolean {
  return owner === 'foreign' || owner === 'another';
}
