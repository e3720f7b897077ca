const hostLettersMax = 253;
const namePattern = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const portPattern = /:\d{0,5}$/;

/** Null for one of our own hosts. */
export type VisitedHost = string | null;

/** A host that can't be a domain. */
export const nobodysHost = '';

/**
 * The requested host in the form of stored domains: lower case, no port, no trailing dot. An invalid name belongs to nobody. Without a host
 * (HTTP/1.0), it is our own.
 */
export function visitedHost(header: string | undefined, own: ReadonlySet<string>): VisitedHost {
  if (header === undefined) return null;
  const host = header.toLowerCase().replace(portPattern, '').replace(/\.$/, '');
  if (own.has(host)) return null;
  return host.length <= hostLettersMax && namePattern.test(host) ? host : nobodysHost;
}
