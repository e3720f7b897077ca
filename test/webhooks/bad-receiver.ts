import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a receiver does with a connection. */
const answers = {
  slow: async (socket: Socket) => {
    await sleep(4_000);
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  },
  failing: async (socket: Socket) => void socket.end('HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n'),
  gone: async (socket: Socket) => void socket.end('HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n'),
  redirecting: async (socket: Socket) =>
    void socket.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'),
  cutting: async (socket: Socket) => void socket.resetAndDestroy(),
  lying: async (socket: Socket) => void socket.end('HTTP/1.1 500 No\r\ncontent-length: 1000000\r\n\r\nshort'),
  stalling: async (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-le'),
} satisfies Record<string, (socket: Socket) => Promise<void>>;

export type Misbehaviour = keyof typeof answers;
export const misbehaviours = Object.keys(answers) as Misbehaviour[];

/** A receiver on this machine that does something wrong with every request. */
export async function startBadReceiver(kind: Misbehaviour): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    socket.once('data', () => void answers[kind](socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
