const lettersMax = 35;

/** The canonical form of a language tag, such as `pt-BR`; null if it isn't one. */
export function parseLanguageTag(text: string): string | null {
  if (text.length > lettersMax || !/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

const headerLettersMax = 500;

/** The language that a visitor prefers, by the header `Accept-Language`. */
export function preferredLanguage(header: string): string | null {
  let best: string | null = null;
  let bestWeight = 0;
  for (const entry of header.slice(0, headerLettersMax).split(',')) {
    const [tag = '', ...parameters] = entry.split(';');
    const weight = weightOf(parameters);
    if (weight <= bestWeight) continue;
    const language = parseLanguageTag(tag.trim());
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

/** Basic filtering (RFC 4647): `de` matches `de` and `de-AT`, but `de-AT` doesn't match `de`. */
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
