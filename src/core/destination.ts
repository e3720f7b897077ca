import { type Parsed, refuseField } from './parsed.ts';

/** A destination of scans, in the serialized form of the WHATWG parser (D22). */
export interface Destination {
  /** Its place in the request, for messages: `redirect_url`, `redirect_rules[3].url`. */
  field: string;
  url: string;
}

const lengthMax = 2_048;

/** Parsed once; only the result of the parser is used and stored. */
export function parseDestination(field: string, raw: unknown): Parsed<Destination> {
  if (typeof raw !== 'string') return refuseField(field, 'must be a string.');
  const url = URL.parse(raw);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return refuseField(field, 'must be an absolute http or https URL.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuseField(field, 'must not contain a user name or password.');
  }
  if (url.href.length > lengthMax)
    return refuseField(field, `must have at most ${lengthMax} characters once encoded.`);
  return { ok: true, value: { field, url: url.href } };
}
