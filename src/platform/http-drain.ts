import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 25;

export interface DrainBounds {
  /** How long to keep accepting, so that a load balancer sees `/readyz` fail first. */
  delayMs: number;
  /** How long a connection may stay open for its next request. */
  idleMs: number;
  /** When everything that still runs is cut. */
  deadlineMs: number;
}

/**
 * Stops an HTTP server without failing an accepted request. `server.close()` alone would close idle connections on which the next request may
 * already be on its way. Instead, each connection gets `Connection: close` with its next response, and only silent ones are closed.
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
    // The close of `net` stops listening and keeps the connections; the one of `http` doesn't keep them.
    NetServer.prototype.close.call(this.#server);
    const idleUntilMs = elapsedMs() + bounds.idleMs;
    while ((await this.#connections()) > 0 && elapsedMs() < idleUntilMs) await sleep(pollMs);
    this.#server.closeIdleConnections();
    while ((await this.#connections()) > 0 && elapsedMs() < bounds.deadlineMs) await sleep(pollMs);
    this.#server.closeAllConnections();
  }

  /** Stops at once. After `run` there is nothing left to close. */
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
