const [base, tMin, tMax, skew, damp] = [36, 1, 26, 38, 700];

/** The letters behind a label that begins with `xn--` (RFC 3492); null if they can't be told. */
export function decodePunycode(label: string): string | null {
  if (!label.startsWith('xn--')) return label;
  const text = label.slice(4);
  const split = text.lastIndexOf('-');
  const points = Array.from(split > 0 ? text.slice(0, split) : '', (char) => char.charCodeAt(0));
  let [point, place, bias] = [128, 0, 72];
  for (let at = split > 0 ? split + 1 : 0; at < text.length; ) {
    const before = place;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(text.charCodeAt(at++));
      if (digit === null) return null;
      place += digit * weight;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = points.length + 1;
    bias = adapt(place - before, count, before === 0);
    point += Math.floor(place / count);
    place %= count;
    if (point > 0x10ffff) return null;
    points.splice(place++, 0, point);
  }
  return String.fromCodePoint(...points);
}

function digitOf(code: number): number | null {
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 48 && code <= 57) return code - 22;
  return null;
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}
