const tagLengthMax = 16_384;

/** Where a page sends people by `<meta http-equiv=refresh>`; null if it doesn't. Goes through the text once. */
export function metaRefresh(html: string): string | null {
  const opening = /<meta\b/gi;
  while (opening.exec(html) !== null) {
    const end = tagEnd(html, opening.lastIndex);
    const tag = decodeEntities(html.slice(opening.lastIndex, end));
    const content = /\bhttp-equiv\s*=\s*["']?\s*refresh\b/i.test(tag) ? contentOf(tag) : null;
    const target = content === null ? null : refreshTarget(content);
    if (target !== null) return target;
    opening.lastIndex = end;
  }
  return null;
}

/** `0; url=…`, as in the header Refresh; browsers do without `url=` too. */
export function refreshTarget(content: string): string | null {
  const [, rest = ''] = /^\s*[\d.]*\s*[;,]?\s*(.*)$/s.exec(content.slice(0, tagLengthMax)) ?? [];
  const target = rest.replace(/^url\s*=\s*/i, '').trim();
  const quote = /^["']/.exec(target)?.[0];
  const bare = quote === undefined ? target : (target.slice(1).split(quote)[0] ?? '');
  return bare === '' ? null : bare;
}

/** The first `>` that stands in no quotes. */
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

function contentOf(tag: string): string | null {
  const start = /\bcontent\s*=\s*/i.exec(tag);
  if (start === null) return null;
  const rest = tag.slice(start.index + start[0].length);
  const quote = /^["']/.exec(rest)?.[0];
  return quote === undefined ? (rest.split(/[\s>]/)[0] ?? null) : (rest.slice(1).split(quote)[0] ?? null);
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|quot|apos|sol|colon));?/gi,
    (whole, hex, decimal, name) => {
      if (name !== undefined)
        return { amp: '&', quot: '"', apos: "'", sol: '/', colon: ':' }[String(name).toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}
