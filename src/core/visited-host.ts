const hostLettersMax = 253;
const namePattern = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const portPattern = /:\d{0,5}$/;

/** Null: one of ours. */
export type VisitedHost = string | null;

/** What no domain can ever be. */
export const nobodysHost = '';

/**
 * The host that a request names, in the form in which domains are kept: lower case, no port, no dot at the end. A name that is none is
 * nobody's. Without a name (HTTP/1.0) it is ours: nobody claimed anything else.
 */
export function visitedHost(header: string | undefined, own: ReadonlySet<string>): VisitedHost {
  if (header === undefined) return null;
  const host = header.toLowerCase().replace(portPattern, '').replace(/\.$/, '');
  if (own.has(host)) return null;
  return host.length <= hostLettersMax && namePattern.test(host) ? host : nobodysHost;
}
