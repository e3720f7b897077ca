import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  id: string;
  body: { type: string; timestamp: string; event_id: string; data: Record<string, any> };
  headers: Record<string, string>;
  raw: string;
  atMs: number;
}

/** What the receiver answers to a request; null: nothing, ever. */
export type Behaviour = (
  received: Received,
) => { status: number; headers?: Record<string, string>; body?: string } | null;

/** A receiver of webhooks on this machine. */
export class Receiver {
  readonly received: Received[] = [];
  behaviour: Behaviour = () => ({ status: 200, body: 'thanks' });
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      void readBody(request).then((raw) => {
        const headers = request.headers as Record<string, string>;
        const received = {
          id: headers['webhook-id'] ?? '',
          body: JSON.parse(raw),
          headers,
          raw,
          atMs: Date.now(),
        };
        receiver.received.push(received);
        const answer = receiver.behaviour(received);
        if (answer !== null) response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  /** Throws if the signature is wrong. */
  verify(received: Received, secret: string): void {
    new Webhook(secret).verify(received.raw, received.headers);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
