import { accept, type Parsed, refuseField } from './parsed.ts';
import { encodeParameter, joinUrl, parametersOf, splitUrl } from './url-query.ts';

/** Stands for all names that begin with `utm_`. */
export const anyUtm = 'utm_*';
export const forwardedNamesMax = 20;
const nameLettersMax = 50;
const namePattern = /^[A-Za-z0-9._~-]+$/;
/** Of the parameters that are added to a destination. */
const addedLettersMax = 2_000;

/** Names of query parameters that a scan passes on to the destination. */
export function parseForwardedParams(field: string, source: unknown): Parsed<string[]> {
  if (!Array.isArray(source)) return refuseField(field, 'must be an array of names.');
  if (source.length > forwardedNamesMax)
    return refuseField(field, `must have at most ${forwardedNamesMax} names; it has ${source.length}.`);
  const names: string[] = [];
  for (const [index, name] of source.entries()) {
    const isName = typeof name === 'string' && name.length <= nameLettersMax && namePattern.test(name);
    if (!isName && name !== anyUtm)
      return refuseField(
        `${field}[${index}]`,
        `must be ${anyUtm} or a name of 1 to ${nameLettersMax} letters, digits and . _ ~ -`,
      );
    if (!names.includes(name)) names.push(name);
  }
  return accept(names);
}

/**
 * The destination with those parameters of the scanned link that its owner passes on. Only its query gets longer: what the owner wrote
 * stays as it is, and wins over a parameter with the same name. So the verdict about host and path still holds.
 */
export function forwardQuery(destination: string, names: readonly string[], query: string): string {
  if (names.length === 0 || query === '') return destination;
  const parts = splitUrl(destination);
  const own = new Set(parametersOf(parts.query ?? '').map(([name]) => name));
  let added = '';
  for (const [name, value] of parametersOf(query)) {
    if (own.has(name) || !isForwarded(name, names)) continue;
    const parameter = encodeParameter(name, value);
    if (added.length + parameter.length > addedLettersMax) break;
    added += added === '' ? parameter : `&${parameter}`;
  }
  if (added === '') return destination;
  const before = parts.query ?? '';
  const joint = before === '' || before.endsWith('&') ? '' : '&';
  return joinUrl({ ...parts, query: `${before}${joint}${added}` });
}

function isForwarded(name: string, names: readonly string[]): boolean {
  return names.includes(name) || (names.includes(anyUtm) && name.startsWith('utm_'));
}
