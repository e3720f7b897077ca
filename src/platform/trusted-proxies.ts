import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Proxies whose information about the client is trusted. */
export class TrustedProxies {
  readonly #list = new BlockList();
  readonly #isEmpty: boolean;

  /** @param networks addresses or CIDR ranges. */
  constructor(networks: string[]) {
    this.#isEmpty = networks.length === 0;
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      this.#list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }

  has(address: string): boolean {
    if (this.#isEmpty) return false;
    const family = isIP(address);
    return family !== 0 && this.#list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }

  /** The nearest address in the chain that is not one of our proxies: anybody can claim the ones before it. */
  clientAddress(request: IncomingMessage): string {
    let address = plainAddress(request.socket.remoteAddress ?? '');
    if (!this.has(address)) return address;
    const header = request.headers['x-forwarded-for'];
    const chain = (Array.isArray(header) ? header.join() : (header ?? '')).split(',').reverse();
    for (const entry of chain) {
      const next = plainAddress(entry.trim());
      if (isIP(next) === 0) break;
      address = next;
      if (!this.has(address)) break;
    }
    return address;
  }
}

/** IPv4 addresses in plain form, also if they arrive as IPv6; some proxies add the port. */
function plainAddress(text: string): string {
  const address =
    /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
