const lettersMax = 35;
const syntax = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;

/** A language tag (BCP 47) in its usual letter case, such as `pt-BR` or `zh-Hant`; null if it isn't one. */
export function parseLanguageTag(text: string): string | null {
  if (text.length > lettersMax || !syntax.test(text)) return null;
  const [language = '', ...parts] = text.toLowerCase().split('-');
  // What follows a single letter is an extension, in lower case.
  const end = parts.findIndex((part) => part.length === 1);
  return [language, ...parts.map((part, at) => (end !== -1 && at > end ? part : inUsualCase(part)))].join(
    '-',
  );
}

/** `Hant` and `BR`. */
function inUsualCase(part: string): string {
  if (part.length === 2) return part.toUpperCase();
  return /^[a-z]{4}$/.test(part) ? `${part[0]?.toUpperCase()}${part.slice(1)}` : part;
}

/** Only language, script and region: what else a tag has could identify somebody. */
export function commonLanguageTag(tag: string): string {
  const [language = '', ...parts] = tag.split('-');
  const script = /^[A-Z][a-z]{3}$/.test(parts[0] ?? '') ? parts[0] : undefined;
  const region = parts[script === undefined ? 0 : 1];
  const isRegion = region !== undefined && /^(?:[A-Z]{2}|\d{3})$/.test(region);
  return [language, ...(script === undefined ? [] : [script]), ...(isRegion ? [region] : [])].join('-');
}

const headerLettersMax = 500;
const entriesMax = 10;

/** The language that a visitor prefers, by the header `Accept-Language`. */
export function preferredLanguage(header: string): string | null {
  const entries = header.slice(0, headerLettersMax).split(',', entriesMax + 1);
  // The last one may be cut off.
  if (header.length > headerLettersMax) entries.pop();
  let best: string | null = null;
  let bestWeight = 0;
  for (const entry of entries.slice(0, entriesMax)) {
    const [tag = '', ...parameters] = entry.split(';');
    const weight = weightOf(parameters);
    const language = weight > bestWeight ? parseLanguageTag(tag.trim()) : null;
    if (language === null) continue;
    best = language;
    bestWeight = weight;
  }
  return best;
}

function weightOf(parameters: readonly string[]): number {
  const text = parameters.map((parameter) => parameter.trim()).find((parameter) => /^[qQ]=/.test(parameter));
  if (text === undefined) return 1;
  const weight = Number(text.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}

/** Basic filtering (RFC 4647): `de` matches `de` and `de-AT`, but `de-AT` doesn't match `de`. Both in their usual case. */
export function matchesLanguage(range: string, tag: string): boolean {
  return tag === range || tag.startsWith(`${range}-`);
}

const names = new Intl.DisplayNames('en', { type: 'language' });

/** A language for people: `German` for `de`. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
