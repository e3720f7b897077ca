import type pg from 'pg';
import { createPostgresPool, type PostgresOptions } from './postgres.ts';

/** Connections to ledger servers. Each server reports its own ID, so that its address may change; until then it is not used. */
export class LedgerPools {
  readonly #pools: pg.Pool[];
  readonly #known = new Map<string, pg.Pool>();
  readonly #log: PostgresOptions['log'];
  #asking: Promise<void> | null = null;

  constructor(urls: readonly string[], options: Omit<PostgresOptions, 'url'>) {
    this.#pools = urls.map((url) => createPostgresPool({ ...options, url }));
    this.#log = options.log;
  }

  /** Identified servers, by their ID. */
  get known(): ReadonlyMap<string, pg.Pool> {
    return this.#known;
  }

  get isEmpty(): boolean {
    return this.#pools.length === 0;
  }

  get isAsking(): boolean {
    return this.#asking !== null;
  }

  get isComplete(): boolean {
    return this.#known.size === this.#pools.length;
  }

  /** Asks servers that are not identified yet. Concurrent callers wait for the same answers. */
  identify(): Promise<void> {
    this.#asking ??= this.#askUnknown().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #askUnknown(): Promise<void> {
    if (this.isComplete) return;
    const known = new Set(this.#known.values());
    await Promise.all(this.#pools.filter((pool) => !known.has(pool)).map((pool) => this.#ask(pool)));
  }

  async #ask(pool: pg.Pool): Promise<void> {
    try {
      const { rows } = await pool.query<{ server_id: string }>('select server_id from ledger_state');
      const id = rows[0]?.server_id;
      if (id !== undefined) this.#known.set(id, pool);
    } catch (error) {
      this.#log.warn({ err: error }, 'a ledger server returned no ID');
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }
}
