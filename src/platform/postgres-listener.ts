import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './log.ts';
import { openPostgresClient } from './open-postgres-client.ts';
import { PoolerError } from './postgres-session.ts';

export interface ListenerOptions {
  url: string;
  channel: string;
  log: Log;
  onNotification(payload: string): void;
  /**
   * Called whenever notifications may have been lost, so their content is unknown.
   * @param isListening whether from now on none will be lost.
   */
  onGap(isListening: boolean): void;
}

const reconnectMsMin = 100;
const reconnectMsMax = 2_000;
const heartbeatMs = 5_000;

/** Listens on one channel as long as the process lives, and reconnects after every loss. */
export class PostgresListener {
  readonly #options: ListenerOptions;
  #client: pg.Client | null = null;
  #stopped = false;
  #pooler: PoolerError | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Throws if the address is a pooler, which delivers no notifications. */
  checkAddress(): void {
    if (this.#pooler !== null) throw this.#pooler;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#client !== null) destroy(this.#client);
    await this.#running;
  }

  async #run(): Promise<void> {
    let delayMs = reconnectMsMin;
    while (!this.#stopped) {
      const startedMs = performance.now();
      let reason: unknown;
      await this.#listen().catch((error: unknown) => {
        reason = error;
      });
      this.#pooler = reason instanceof PoolerError ? reason : null;
      // Nobody needs to catch up any more, and the pool is about to be closed.
      if (this.#stopped) return;
      this.#options.onGap(false);
      const lasted = performance.now() - startedMs > reconnectMsMax;
      // One log line per loss, not per try.
      if (lasted || delayMs === reconnectMsMin) {
        this.#options.log.warn(
          { err: reason, channel: this.#options.channel },
          'the notification listener was cut',
        );
      }
      delayMs = lasted ? reconnectMsMin : Math.min(delayMs * 2, reconnectMsMax);
      await sleep(delayMs);
    }
  }

  async #listen(): Promise<void> {
    const client = await openPostgresClient(
      this.#options.url,
      {
        application_name: 'waypost-listener',
        connectionTimeoutMillis: 3_000,
        query_timeout: 3_000,
        keepAlive: true,
      },
      this.#options.log,
    );
    if (this.#stopped) return void client.end().catch(() => {});
    this.#client = client;
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload }) => this.#options.onNotification(payload ?? ''));
    let heartbeat: NodeJS.Timeout | undefined;
    try {
      this.#pooler = null;
      await client.query(`listen ${pg.escapeIdentifier(this.#options.channel)}`);
      this.#options.onGap(true);
      // A query without a response reveals a connection that died silently.
      heartbeat = setInterval(() => void this.#beat(client), heartbeatMs);
      await ended;
    } finally {
      clearInterval(heartbeat);
      void client.end().catch(() => {});
    }
  }

  async #beat(client: pg.Client): Promise<void> {
    const timeout = setTimeout(() => destroy(client), heartbeatMs / 2);
    await client.query('select 1').catch(() => destroy(client));
    clearTimeout(timeout);
  }
}

function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
