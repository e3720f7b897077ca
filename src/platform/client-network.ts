import { isIPv6, SocketAddress } from 'node:net';

/** The key of a client: an IPv4 address, or the /64 of an IPv6 address, because one subscriber has that many addresses or more. */
export function clientNetwork(address: string): string {
  // Most are IPv4, and the patterns of IPv6 are long.
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(address)) return address;
  return `${expand(new SocketAddress({ address, family: 'ipv6' }).address)
    .slice(0, 4)
    .join(':')}::/64`;
}

/** A network for display in which no single client can be recognized: a /24, or the /48 of IPv6. */
export function coarseNetwork(address: string): string {
  const client = clientNetwork(address);
  if (client.endsWith('::/64')) return `${client.split(':').slice(0, 3).join(':')}::/48`;
  return client.replace(/\.\d+$/, '.0/24');
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right];
}
