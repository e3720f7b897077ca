export interface TextPart {
  text: string;
  /** What a tap opens; null for plain text. */
  href: string | null;
}

const mailNamePattern = /^[A-Za-z0-9._+-]{1,64}$/;
const hostLabelPattern = /^[A-Za-z0-9-]{1,63}$/;
const hostLabelsMax = 5;
const numberPattern = /\+?[0-9][0-9 ()/-]{5,24}[0-9]/g;
const digitsMin = 7;
const addressMax = 200;
/** With a country code, with the leading zero of most countries, or in groups as in North America. Otherwise it may be a date or an amount. */
const phonePattern = /^(\+|0[1-9]|\d{3}[ -]\d{3}[ -]\d{4}$)/;
/** Also at the start of a longer run of numbers. */
const datePattern = /^\d{1,4}[-/ ]\d{1,2}[-/ ]\d{2,4}(?!\d)/;
const edge = /^[.,;:!?()<>"'“”]$/;

interface Link {
  start: number;
  text: string;
  href: string;
}

/**
 * Splits a text into plain parts and parts that can be tapped: email addresses and telephone numbers. Web addresses stay plain text, because
 * nobody has checked them (docs/adr/0030-pages-for-visitors.md).
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const link of [...mailsIn(text), ...phonesIn(text)].sort((a, b) => a.start - b.start)) {
    if (link.start < end) continue;
    if (link.start > end) parts.push({ text: text.slice(end, link.start), href: null });
    parts.push({ text: link.text, href: link.href });
    end = link.start + link.text.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

function* mailsIn(text: string): Generator<Link> {
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    let [start, end] = [0, word.length];
    while (start < end && edge.test(word[start] ?? '')) start += 1;
    while (end > start && edge.test(word[end - 1] ?? '')) end -= 1;
    const mail = word.slice(start, end);
    if (isMail(mail)) yield { start: index + start, text: mail, href: `mailto:${mail}` };
  }
}

function isMail(word: string): boolean {
  const [name = '', host, ...more] = word.split('@', 3);
  if (host === undefined || more.length > 0 || !mailNamePattern.test(name)) return false;
  const labels = host.split('.', hostLabelsMax + 1);
  return (
    labels.length >= 2 &&
    labels.length <= hostLabelsMax &&
    labels.every((label) => hostLabelPattern.test(label))
  );
}

function* phonesIn(text: string): Generator<Link> {
  for (const { 0: found, index } of text.matchAll(numberPattern)) {
    const [before = '', after = '', next = ''] = [
      text[index - 1],
      text[index + found.length],
      text[index + found.length + 1],
    ];
    // A part of a word, a decimal number, a time or an address.
    if (/[\w.,:+@/-]/.test(before) || /[\w:@/-]/.test(after)) continue;
    // A part of a web address.
    if (
      text
        .slice(Math.max(0, index - addressMax), index)
        .split(/\s/)
        .at(-1)
        ?.includes('://')
    )
      continue;
    // Dates, and ranges such as opening hours.
    if (datePattern.test(found) || / [-/]|[-/] /.test(found)) continue;
    if (/[.,]/.test(after) && /[0-9]/.test(next)) continue;
    const number = dialedNumber(found);
    if (phonePattern.test(found) && number.replace('+', '').length >= digitsMin)
      yield { start: index, text: found, href: `tel:${number}` };
  }
}

/** The zero in `+49 (0)30` is dialed only within the country. */
export function dialedNumber(text: string): string {
  return text.replace(/^(\+\d+\s*)\(0\)/, '$1').replaceAll(/[^+0-9]/g, '');
}
