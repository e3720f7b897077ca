import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 25;

export interface DrainBounds {
  /** How long to go on accepting, so that a load balancer sees the readiness go first. */
  delayMs: number;
  /** How long a connection may stay open to bring its next request. */
  idleMs: number;
  /** When whatever is still running is cut. */
  deadlineMs: number;
}

/**
 * Ends an HTTP server without failing a request that it has accepted. `server.close()` alone would cut idle
 * connections on which the next request may already be under way: instead each connection is told
 * `Connection: close` with its next answer, and only those that stay silent are cut.
 */
export class HttpDrain {
  readonly #server: Server;
  #draining = false;

  constructor(server: Server) {
    this.#server = server;
    server.prependListener('request', (_request, response) => {
      if (this.#draining) response.shouldKeepAlive = false;
    });
  }

  async run(bounds: DrainBounds): Promise<void> {
    this.#draining = true;
    await sleep(bounds.delayMs);
    const startedMs = performance.now();
    const elapsedMs = () => performance.now() - startedMs;
    if (!this.#server.listening) return;
    // The close of `net` stops listening and leaves the connections alone; the one of `http` does not.
    NetServer.prototype.close.call(this.#server);
    const idleUntilMs = elapsedMs() + bounds.idleMs;
    while ((await this.#connections()) > 0 && elapsedMs() < idleUntilMs) await sleep(pollMs);
    this.#server.closeIdleConnections();
    while ((await this.#connections()) > 0 && elapsedMs() < bounds.deadlineMs) await sleep(pollMs);
    this.#server.closeAllConnections();
  }

  /** Ends it at once. After `run` there is nothing left to cut. */
  cut(): void {
    NetServer.prototype.close.call(this.#server, () => {});
    this.#server.closeAllConnections();
  }

  #connections(): Promise<number> {
    return new Promise((resolve) =>
      this.#server.getConnections((error, count) => resolve(error ? 0 : count)),
    );
  }
}
