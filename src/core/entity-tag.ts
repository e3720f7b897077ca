/** The tags of an `If-Match` or `If-None-Match` header, without quotes. Proxies that compress mark tags as weak; that changes nothing here. */
export function parseTags(header: string): '*' | string[] {
  if (header.trim() === '*') return '*';
  return [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].map(([, tag]) => tag ?? '');
}
