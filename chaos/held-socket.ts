/** Node's internal TCP handle, which can be bound without listening. */
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
 * A bound socket that several processes inherit, as with a service manager. The holder must not accept connections, as a `net.Server` always
 * would, so it uses Node's internal handle.
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
