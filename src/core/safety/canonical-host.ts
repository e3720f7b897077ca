const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A host from an unescaped URL, one character per byte: no port, no extra dots, one spelling per address. */
export function canonicalHost(raw: string): string {
  const ipv6 = /^\.*\[([0-9a-f:.]*)\](?:[.]|:\d*)*$/i.exec(raw)?.[1];
  if (ipv6 !== undefined) return canonicalIpv6(ipv6.toLowerCase());
  const host = trim(toAscii(trim(raw))).toLowerCase();
  return canonicalIpv4(host) ?? host;
}

/** Ports, and dots at the ends or in a row. */
function trim(host: string): string {
  return withoutPorts(host)
    .replace(/^\.+/, '')
    .replace(/\.{2,}/g, '.');
}

/** Dots and ports at the end, in any number and order. */
function withoutPorts(host: string): string {
  let end = host.length;
  for (;;) {
    if (host[end - 1] === '.') end -= 1;
    else {
      let digits = end;
      while (/[0-9]/.test(host[digits - 1] ?? '')) digits -= 1;
      if (host[digits - 1] !== ':') return host.slice(0, end);
      end = digits - 1;
    }
  }
}

/** Names in other alphabets follow IDNA, as in the URL parser; unchanged if it refuses them. */
function toAscii(host: string): string {
  if (!/[\x80-\xff]/.test(host) || /[#/?@:\\%[\]]/.test(host)) return host;
  try {
    const name = strictDecoder.decode(Uint8Array.from(host, (char) => char.charCodeAt(0)));
    return URL.parse(`http://${name}/`)?.hostname ?? host;
  } catch {
    return host;
  }
}

/** Decimal, octal or hexadecimal, with one to four parts; the last part fills the rest. */
function canonicalIpv4(host: string): string | null {
  const parts = host.split('.');
  if (parts.length > 4) return null;
  const bytes: number[] = [];
  for (const [index, part] of parts.entries()) {
    const value = parseNumber(part);
    if (value === null) return null;
    const count = index === parts.length - 1 ? 4 - bytes.length : 1;
    for (let shift = count - 1; shift >= 0; shift--) bytes.push(Math.floor(value / 256 ** shift) % 256);
  }
  return bytes.join('.');
}

function parseNumber(part: string): number | null {
  const value = /^0x[0-9a-f]+$/.test(part)
    ? Number.parseInt(part.slice(2), 16)
    : /^0[0-7]*$/.test(part)
      ? Number.parseInt(part, 8)
      : /^[1-9][0-9]*$/.test(part)
        ? Number(part)
        : Number.NaN;
  return value < 2 ** 32 ? value : null;
}

/** IPv4 inside IPv6 becomes that IPv4 address; others are compressed, except for the old form `::1.2.3.4`. */
function canonicalIpv6(address: string): string {
  const hostname = URL.parse(`http://[${address}]/`)?.hostname ?? `[${address}]`;
  const mapped = /^\[(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname);
  const [, high, low] = mapped ?? [];
  if (high === undefined || low === undefined) return /^::\d+\./.test(address) ? `[${address}]` : hostname;
  const value = [high, low].map((group) => Number.parseInt(group, 16));
  return value.flatMap((group) => [group >> 8, group & 255]).join('.');
}
