import { accept, type Parsed, refuseField } from './parsed.ts';
import { encodeParameter, joinUrl, parametersOf, splitUrl } from './url-query.ts';

/** Stands for all names that begin with `utm_`. */
export const anyUtm = 'utm_*';
export const forwardedNamesMax = 20;
const nameLettersMax = 50;
const namePattern = /^[A-Za-z0-9._~-]+$/;
/** Pages that redirect take their target from them: passed on, our link would lead wherever a stranger wants. */
const targetNames = new Set(
  'url u uri link href q next to goto go target dest destination redir redirect redirect_to redirect_uri redirect_url return return_to return_url returnurl continue forward out r'.split(
    ' ',
  ),
);
/** Of the parameters that are added to a destination. */
const addedLettersMax = 2_000;

/** Why a code without one can't have names. */
export const needsDestination = 'needs a destination that they can reach, and this code has none.';

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
    if (targetNames.has(String(name).toLowerCase()))
      return refuseField(
        `${field}[${index}]`,
        `can't be ${name}: pages redirect to it, so a stranger could choose where the link leads.`,
      );
    if (!names.includes(name)) names.push(name);
  }
  return accept(names);
}

/**
 * The destination with those parameters of the scanned link that its owner passes on. Only its query gets longer: what the owner wrote
 * stays as it is, and wins over a parameter with the same name. So it stays at the host and path that were checked.
 */
export function forwardQuery(destination: string, names: readonly string[], query: string): string {
  if (names.length === 0 || query === '') return destination;
  const parts = splitUrl(destination);
  const own = new Set(new URLSearchParams(parts.query ?? '').keys());
  let added = '';
  for (const [name, value] of parametersOf(query)) {
    if (own.has(name) || !isForwarded(name, names)) continue;
    const parameter = encodeParameter(name, value);
    if (added.length + parameter.length > addedLettersMax) continue;
    added += added === '' ? parameter : `&${parameter}`;
  }
  if (added === '') return destination;
  const before = parts.query ?? '';
  const joint = before === '' || before.endsWith('&') ? '' : '&';
  return joinUrl({ ...parts, query: `${before}${joint}${added}` });
}

function isForwarded(name: string, names: readonly string[]): boolean {
  if (names.includes(name)) return true;
  // Some servers read utm_source[] as utm_source.
  return (
    names.includes(anyUtm) &&
    name.startsWith('utm_') &&
    name.length <= nameLettersMax &&
    namePattern.test(name)
  );
}
