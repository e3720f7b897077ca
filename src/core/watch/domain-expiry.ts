import { isRecord } from '../is-record.ts';

/** The servers for a top-level domain in the list of IANA (RFC 9224). */
export function rdapServers(bootstrap: unknown, topLevel: string): string[] {
  if (!isRecord(bootstrap) || !Array.isArray(bootstrap['services'])) return [];
  for (const service of bootstrap['services']) {
    if (!Array.isArray(service)) continue;
    const [names, urls] = service as unknown[];
    if (!Array.isArray(names) || !Array.isArray(urls)) continue;
    if (names.some((name) => typeof name === 'string' && name.toLowerCase() === topLevel))
      return urls.filter((url): url is string => typeof url === 'string' && URL.parse(url) !== null);
  }
  return [];
}

/** The address of a domain at a server, which may or may not end with a slash (RFC 9082). */
export function rdapUrl(server: string, domain: string): string {
  return `${server.replace(/\/$/, '')}/domain/${encodeURIComponent(domain)}`;
}

/** When the registration ends (RFC 9083), or null if the response doesn't say. */
export function readExpiry(response: unknown): Date | null {
  if (!isRecord(response) || !Array.isArray(response['events'])) return null;
  for (const event of response['events']) {
    if (!isRecord(event) || event['eventAction'] !== 'expiration') continue;
    const at = new Date(String(event['eventDate']));
    if (!Number.isNaN(at.getTime())) return at;
  }
  return null;
}
