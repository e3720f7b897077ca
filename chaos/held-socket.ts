/** What Node has inside: a TCP handle that can be bound without being listened on. */
interface TcpHandle {
  fd: number;
  bind(address: string, port: number): number;
  getsockname(out: { port?: number }): number;
  close(): void;
}
interface TcpBinding {
  TCP: new (type: number) => TcpHandle;
  constants: { SERVER: number };
}

export interface HeldSocket {
  fd: number;
  port: number;
  close(): void;
}

/**
 * A bound socket to be inherited by several processes, as a service manager holds it. The holder must not
 * accept connections, and a `net.Server` always would, hence the handle from inside Node.
 */
export function holdSocket(): HeldSocket {
  const inside = process as unknown as { binding(name: string): TcpBinding };
  const { TCP, constants } = inside.binding('tcp_wrap');
  const handle = new TCP(constants.SERVER);
  const error = handle.bind('127.0.0.1', 0);
  if (error !== 0) throw new Error(`bind failed: ${error}`);
  const name: { port?: number } = {};
  handle.getsockname(name);
  return { fd: handle.fd, port: name.port ?? 0, close: () => handle.close() };
}
