/** IPv4 ranges that are not on the public Internet: first address, prefix length. */
const privateIpv4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

const privateNames = [
  'localhost',
  'local',
  'internal',
  'lan',
  'home',
  'corp',
  'intranet',
  'private',
  'home.arpa',
  'localdomain',
  'onion',
];

/** Whether a host name from the WHATWG parser is publicly reachable. */
export function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIpv6(hostname.slice(1, -1));
  // The parser has converted every spelling of an IPv4 address (hex, octal, full-width) to four decimals.
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return isPublicIpv4(ipv4Number(hostname));
  const name = hostname.replace(/(?<!\.)\.+$/, '');
  if (!name.includes('.')) return false;
  return !privateNames.some((suffix) => name.endsWith(`.${suffix}`) || name === suffix);
}

function isPublicIpv4(address: number): boolean {
  return !privateIpv4.some(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(address / size) === Math.floor(ipv4Number(first) / size);
  });
}

function isPublicIpv6(text: string): boolean {
  const groups = ipv6Groups(text);
  const [a = 0, b = 0, c = 0] = groups;
  const low32 = (groups[6] ?? 0) * 65_536 + (groups[7] ?? 0);
  const zeros = (count: number) => groups.slice(0, count).every((group) => group === 0);
  // IPv4 inside IPv6: mapped, compatible (with :: and ::1), translated (RFC 6052), 6to4.
  if (zeros(5) && (groups[5] === 0xffff || groups[5] === 0)) return low32 > 1 && isPublicIpv4(low32);
  if (a === 0x64 && b === 0xff9b)
    return groups.slice(2, 6).every((group) => group === 0) && isPublicIpv4(low32);
  if (a === 0x2002) return isPublicIpv4(b * 65_536 + c);
  // Only 2000::/3 is assigned; in it, IETF protocols (2001::/23) and documentation prefixes are not public hosts.
  if (a < 0x2000 || a > 0x3fff) return false;
  return !(a === 0x2001 && (b === 0xdb8 || b < 0x200)) && !(a === 0x3fff && b < 0x1000);
}

function ipv4Number(text: string): number {
  return text.split('.').reduce((value, part) => value * 256 + Number(part), 0);
}

/** The parser writes IPv6 in hexadecimal groups with at most one `::`. */
function ipv6Groups(text: string): number[] {
  const [head = '', tail] = text.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [parse(head), parse(tail ?? '')];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
