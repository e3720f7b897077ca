import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a name, IPv4 first. */
export type ResolveName = (hostname: string) => Promise<string[]>;

const timeoutMs = 2_000;

/** Asks these servers, or uses the machine's resolver if there are none. */
export function createNameResolver(servers: readonly string[]): ResolveName {
  if (servers.length === 0) {
    return async (hostname) => {
      const found = await lookup(hostname, { all: true, order: 'ipv4first' });
      return found.map(({ address }) => address);
    };
  }
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  resolver.setServers(servers);
  return async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
    return [ipv4, ipv6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  };
}
