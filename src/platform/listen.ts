import { once } from 'node:events';
import type { Server } from 'node:http';

interface ListenAddress {
  /** The purpose of the socket: `api` or `scan`. */
  name: string;
  host: string;
  port: number;
}

const firstInheritedFd = 3;

/**
 * Listens on a socket of the service manager if there is one with this name (`LISTEN_FDS` and `LISTEN_FDNAMES`, as systemd passes them),
 * otherwise on a port. Processes that inherit one socket share its queue, so that one of them can stop without losing a connection.
 */
export async function listen(
  server: Server,
  environment: Record<string, string | undefined>,
  { name, host, port }: ListenAddress,
): Promise<string> {
  const count = Number(environment['LISTEN_FDS'] ?? 0);
  const index = (environment['LISTEN_FDNAMES'] ?? '').split(':').indexOf(name);
  const inherited = index >= 0 && index < count;
  server.listen(inherited ? { fd: firstInheritedFd + index } : { host, port });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    const variable = `${name.toUpperCase()}_PORT`;
    throw new Error(
      `Port ${port} is in use. Stop the program that uses it, or set ${variable} to another port.`,
    );
  });
  const address = server.address();
  return address !== null && typeof address === 'object'
    ? `http://${address.address}:${address.port}`
    : String(address);
}
