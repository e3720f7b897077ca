import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  userAgent: string | undefined;
}

/** What to do with a request in place of passing it on; null passes it on. `after` does it, and loses the answer. */
export type Fault =
  | { status: number; retryAfter?: string; body?: string }
  | { kind: 'cut' }
  | { kind: 'silent' }
  | { kind: 'cut-after' };

/** Stands before the service on loopback and misbehaves as networks and servers do. */
export class FaultProxy {
  readonly seen: SeenRequest[] = [];
  fault: (request: SeenRequest, index: number) => Fault | null = () => null;
  readonly #server: Server;
  readonly #target: string;

  private constructor(server: Server, target: string) {
    this.#server = server;
    this.#target = target;
  }

  static async start(target: string): Promise<FaultProxy> {
    const server = createServer();
    const proxy = new FaultProxy(server, target);
    server.on('request', (request, response) => {
      proxy.#handle(request, response).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      idempotencyKey: request.headers['idempotency-key']?.toString(),
      userAgent: request.headers['user-agent'],
    };
    this.seen.push(seen);
    const fault = this.fault(seen, this.seen.length - 1);
    if (fault !== null && 'status' in fault) {
      response.writeHead(
        fault.status,
        fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter },
      );
      response.end(fault.body ?? 'a proxy speaks');
      return;
    }
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'cut') return void response.destroy();
    const { host: _, connection: __, ...headers } = request.headers;
    const answer = await fetch(this.#target + seen.path, {
      method: seen.method,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: new Uint8Array(Buffer.concat(chunks)) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (fault?.kind === 'cut-after') return void response.destroy();
    const kept = [
      'content-type',
      'retry-after',
      'x-request-id',
      'etag',
      'ratelimit',
      'ratelimit-policy',
    ].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(answer.status, Object.fromEntries(kept));
    response.end(body);
  }
}
