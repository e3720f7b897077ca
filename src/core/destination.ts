import { type Parsed, refuse } from './parsed.ts';

/** A URL that a scan may be sent to, in the serialised form of the WHATWG parser (D22). */
export interface Destination {
  /** Where it stands in the request, for messages: `redirect_url`, `redirect_rules[3].url`. */
  field: string;
  url: string;
}

const lengthMax = 2_048;

/** Parsed once; only what comes out of the parser is ever looked at or stored. */
export function parseDestination(field: string, raw: unknown): Parsed<Destination> {
  if (typeof raw !== 'string') return refuse(`${field} must be a string.`);
  const url = URL.parse(raw);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return refuse(`${field} must be an absolute http or https URL.`);
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(`${field} must not contain a user name or password.`);
  }
  if (url.href.length > lengthMax)
    return refuse(`${field} must have at most ${lengthMax} characters once encoded.`);
  return { ok: true, value: { field, url: url.href } };
}
