import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawLoadOptions<Subject> {
  connections: number;
  /** Asked before every connection: a restarted process has another address. */
  url(connection: number): string;
  isOver(): boolean;
  next(): Subject;
  slugOf(subject: Subject): string;
  /** Undefined if the connection broke before the response was complete. */
  note(subject: Subject, status: number | undefined): void;
}

const reconnectMs = 20;
const answerMsMax = 20_000;

/** Scans over sockets without an HTTP client: a tenth of the work of `node:http`, so that the load leaves the machine to the service. */
export async function runRawLoad<Subject>(options: RawLoadOptions<Subject>): Promise<void> {
  await Promise.all(
    Array.from({ length: options.connections }, async (_, connection) => {
      while (!options.isOver() && !(await useConnection(options, connection))) await sleep(reconnectMs);
    }),
  );
}

/** Returns true if there is nothing more to request, false if the connection broke. */
function useConnection<Subject>(options: RawLoadOptions<Subject>, connection: number): Promise<boolean> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(options.url(connection));
    const socket = connect({ host: hostname, port: Number(port) });
    let subject: Subject | null = null;
    let received = '';
    const ask = () => {
      if (options.isOver()) return leave(socket, () => resolve(true));
      subject = options.next();
      received = '';
      socket.write(`GET /${options.slugOf(subject)} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`);
    };
    socket.setNoDelay(true);
    socket.setTimeout(answerMsMax, () => socket.destroy());
    socket.setEncoding('latin1');
    socket.on('connect', ask);
    socket.on('data', (chunk) => {
      received += chunk;
      const status = readStatus(received);
      if (status === null || subject === null) return;
      options.note(subject, status);
      subject = null;
      ask();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (subject !== null) options.note(subject, undefined);
      subject = null;
      resolve(false);
    });
  });
}

function leave(socket: Socket, then: () => void): void {
  socket.removeAllListeners('close');
  socket.on('close', then);
  socket.destroy();
}

/** The length of a complete response; null if it isn't complete. */
function readStatus(received: string): number | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0);
  return received.length < headEnd + 4 + length ? null : Number(received.slice(9, 12));
}
