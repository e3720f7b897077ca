import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface TcpProxy {
  port: number;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Keeps connections open, but nothing passes: a network that swallows packets. */
  freeze(): void;
  /** The server still gets everything, but none of its responses arrives. */
  mute(): void;
  restore(): void;
  close(): Promise<void>;
}

/**
 * A proxy between the service and a server, to take the server away without stopping it.
 * @param delayMs the delay of the next piece of a request.
 */
export async function startTcpProxy(
  host: string,
  port: number,
  delayMs: () => number = () => 0,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'frozen' | 'mute' = 'open';
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const engine = connect(port, host);
    for (const [from, to] of [
      [client, engine],
      [engine, client],
    ] as const) {
      sockets.add(from);
      /** In order, however long each takes. */
      let sent: Promise<unknown> | null = null;
      from.on('data', (chunk) => {
        const pass = () => {
          if (state === 'open' || (state === 'mute' && to === engine)) to.write(chunk);
        };
        const ms = from === client ? delayMs() : 0;
        if (ms === 0 && sent === null) return pass();
        const own: Promise<unknown> = (sent ?? Promise.resolve()).then(() => sleep(ms)).then(pass);
        sent = own;
        void own.finally(() => {
          if (sent === own) sent = null;
        });
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state = 'cut';
      destroyAll();
    },
    freeze: () => {
      state = 'frozen';
    },
    mute: () => {
      state = 'mute';
    },
    restore: () => {
      state = 'open';
      destroyAll();
    },
    close: async () => {
      destroyAll();
      server.close();
      await once(server, 'close');
    },
  };
}
