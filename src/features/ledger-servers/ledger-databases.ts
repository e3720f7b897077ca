import type pg from 'pg';
import { Refusal } from '#core/errors.ts';
import { LedgerPools } from '#platform/ledger-pools.ts';
import { createDatabase, isPostgresUnavailable, type PostgresOptions } from '#platform/postgres.ts';
import type { Database, Db } from '../database.ts';

/** An additional server for appended scans (docs/adr/0020-ledger-servers.md). */
export interface LedgerServer {
  id: string;
  /** Has the tables of `ledger-migrations/`. */
  db: Db;
}

const askMs = 2_000;

/** The ledger servers of this installation. */
export class LedgerDatabases {
  readonly #pools: LedgerPools;
  readonly #servers = new Map<pg.Pool, LedgerServer>();
  /** Until when optional callers skip a server that did not respond. */
  readonly #awayUntilMs = new Map<string, number>();
  #askedMs = -Infinity;

  constructor(urls: readonly string[], options: Omit<PostgresOptions, 'url'>) {
    this.#pools = new LedgerPools(urls, options);
  }

  /** Whether the installation has no ledger servers; not whether they are away. */
  get isEmpty(): boolean {
    return this.#pools.isEmpty;
  }

  /** Identified servers. One that is away is asked again later. */
  async list(): Promise<LedgerServer[]> {
    const isDue = this.#pools.isAsking || performance.now() - this.#askedMs >= askMs;
    if (!this.#pools.isComplete && isDue) {
      this.#askedMs = performance.now();
      await this.#pools.identify();
    }
    return [...this.#pools.known].map(([id, pool]) => {
      const server = this.#servers.get(pool) ?? { id, db: createDatabase<Database>(pool) };
      this.#servers.set(pool, server);
      return server;
    });
  }

  /** All of them, for callers that must not leave one out. */
  async listAll(): Promise<LedgerServer[]> {
    await this.#pools.identify();
    if (!this.#pools.isComplete)
      throw new Refusal('service_unavailable', 'A ledger server can’t be reached. See: waypost doctor');
    return this.list();
  }

  /** Asks each of them. Null for a server that is away; the wait is short. */
  async ask<Answer>(question: (server: LedgerServer) => Promise<Answer>): Promise<(Answer | null)[]> {
    const answers = (await this.list()).map((server) => this.#askOne(server, question));
    const unknown = this.#pools.isComplete ? [] : [null];
    return [...(await Promise.all(answers)), ...unknown];
  }

  async #askOne<Answer>(
    server: LedgerServer,
    question: (server: LedgerServer) => Promise<Answer>,
  ): Promise<Answer | null> {
    if (performance.now() < (this.#awayUntilMs.get(server.id) ?? 0)) return null;
    try {
      return await question(server);
    } catch (error) {
      if (!isPostgresUnavailable(error)) throw error;
      this.#awayUntilMs.set(server.id, performance.now() + askMs);
      return null;
    }
  }

  async end(): Promise<void> {
    await this.#pools.end();
  }
}
