import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy on loopback that opens tunnels (HTTP CONNECT), and remembers where to. */
export class ConnectProxy {
  readonly tunnels: { to: string; authorization: string | undefined }[] = [];
  /** 200 opens the tunnel. */
  status = 200;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ConnectProxy> {
    const server = createServer((_request, response) => response.writeHead(405).end());
    const proxy = new ConnectProxy(server);
    server.on('connect', (request, socket: Socket) => {
      const to = request.url ?? '';
      proxy.tunnels.push({ to, authorization: request.headers['proxy-authorization'] });
      if (proxy.status !== 200) {
        socket.end(`HTTP/1.1 ${proxy.status} No\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      const { hostname, port } = new URL(`http://${to}`);
      const onward = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''), () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      for (const one of [socket, onward]) {
        proxy.#sockets.add(one);
        one.on('error', () => one.destroy()).on('close', () => proxy.#sockets.delete(one));
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** With a user name and password. */
  get url(): string {
    return `http://waypost:p%40ss@127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
