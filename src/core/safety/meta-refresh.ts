const tagLengthMax = 16_384;

/** The target of `<meta http-equiv=refresh>`; null if there is none. Reads the text once. */
export function metaRefresh(html: string): string | null {
  const opening = /<meta\b/gi;
  while (opening.exec(html) !== null) {
    const end = tagEnd(html, opening.lastIndex);
    const attributes = attributesOf(html.slice(opening.lastIndex, end));
    const isRefresh = attributes.get('http-equiv')?.trim().toLowerCase() === 'refresh';
    const content = attributes.get('content');
    const target = isRefresh && content !== undefined ? refreshTarget(content) : null;
    if (target !== null) return target;
    opening.lastIndex = end;
  }
  return null;
}

/** `0; url=…`, as in the Refresh header; browsers also accept it without `url=`. */
export function refreshTarget(content: string): string | null {
  const delayed = content.slice(0, tagLengthMax).trimStart();
  const rest = delayed
    .replace(/^[\d.]+/, '')
    .trimStart()
    .replace(/^[;,]/, '')
    .trimStart();
  const target = rest.replace(/^url\s*=/i, '').trim();
  const quote = /^["']/.exec(target)?.[0];
  const bare = quote === undefined ? target : (target.slice(1).split(quote)[0] ?? '');
  return bare === '' ? null : bare;
}

/** The first `>` outside of quotes. */
function tagEnd(html: string, from: number): number {
  let quote = '';
  const last = Math.min(html.length, from + tagLengthMax);
  for (let at = from; at < last; at++) {
    const char = html[at] ?? '';
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '>') return at;
    else if ((char === '"' || char === "'") && html[at - 1] === '=') quote = char;
  }
  return last;
}

/** The attributes of a tag by lower-case name; the first of a repeated one counts, as in browsers. Reads the text once. */
function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  const name = /[^\s=/>"']+/y;
  const value = /"[^"]*"?|'[^']*'?|[^\s>]+/y;
  const skipSpace = (at: number): number => {
    let next = at;
    while (next < tag.length && /\s/.test(tag[next] ?? '')) next += 1;
    return next;
  };
  let at = 0;
  while (at < tag.length) {
    name.lastIndex = at = skipSpace(at);
    const found = name.exec(tag)?.[0];
    if (found === undefined) {
      at += 1;
      continue;
    }
    const sign = skipSpace(name.lastIndex);
    at = sign;
    if (tag[sign] !== '=') continue;
    value.lastIndex = at = skipSpace(sign + 1);
    const raw = value.exec(tag)?.[0] ?? '';
    at += raw.length;
    const isQuoted = raw.startsWith('"') || raw.startsWith("'");
    const key = found.toLowerCase();
    const bare = isQuoted ? (raw.slice(1).split(raw.charAt(0))[0] ?? '') : raw;
    // Only now, as in browsers: a quote written as an entity ends nothing.
    if (!attributes.has(key)) attributes.set(key, decodeEntities(bare));
  }
  return attributes;
}

/** Entities that can occur in a URL. Case-sensitive. */
const entities: Record<string, string> = {
  amp: '&',
  AMP: '&',
  quot: '"',
  QUOT: '"',
  apos: "'",
  Tab: '\t',
  NewLine: '\n',
  sol: '/',
  bsol: '\\',
  colon: ':',
  period: '.',
  comma: ',',
  semi: ';',
  num: '#',
  quest: '?',
  equals: '=',
  percnt: '%',
  commat: '@',
  lowbar: '_',
  plus: '+',
  excl: '!',
  ast: '*',
  dollar: '$',
  lpar: '(',
  rpar: ')',
};
const replacement = '\ufffd';

/** As browsers do in attribute values: of these names only `amp` and `quot` may lack the semicolon, and not before a letter, digit or `=`. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]+);?|#(\d+);?|([a-z]+);|(amp|quot)(?![=0-9a-z;]))/gi,
    (whole: string, hex?: string, decimal?: string, name?: string, bareName?: string) => {
      const known = name ?? bareName;
      if (known !== undefined) return Object.hasOwn(entities, known) ? (entities[known] ?? whole) : whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const isLetter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isLetter ? String.fromCodePoint(code) : replacement;
    },
  );
}
