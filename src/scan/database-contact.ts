import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { isPostgresUnavailable } from '#platform/postgres.ts';

const probeMs = 200;
/** How long a process that is cut off may go on with what it knows (D47). */
const isolationMsMax = 24 * 60 * 60_000;

/** Whether PostgreSQL answers. While it doesn't, nobody waits for it but the probe. */
export class DatabaseContact {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #onReturn: (() => void)[] = [];
  #isUp = true;
  #isStopped = false;
  #lastMs: number;

  constructor(pool: pg.Pool, log: Log, clock: Clock) {
    this.#pool = pool;
    this.#log = log;
    this.#clock = clock;
    this.#lastMs = clock.nowMs();
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Whether what is known is still recent enough to be served. */
  get isRecent(): boolean {
    return this.#isUp || this.#clock.nowMs() - this.#lastMs <= isolationMsMax;
  }

  get awayMs(): number {
    return this.#isUp ? 0 : this.#clock.nowMs() - this.#lastMs;
  }

  onReturn(listener: () => void): void {
    this.#onReturn.push(listener);
  }

  succeeded(): void {
    this.#lastMs = this.#clock.nowMs();
  }

  /** @returns whether the error says that PostgreSQL is away; then it counts as such from now on. */
  failed(error: unknown): boolean {
    if (!isPostgresUnavailable(error)) return false;
    if (this.#isUp) {
      this.#isUp = false;
      this.#log.error({ err: error }, 'PostgreSQL is away; scans of codes without a limit are journalled');
      void this.#probe();
    }
    return true;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #probe(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#pool.query('select 1');
        break;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, probeMs).unref());
      }
    }
    if (this.#isStopped) return;
    this.#isUp = true;
    this.succeeded();
    this.#log.info('PostgreSQL is back');
    for (const listener of this.#onReturn) listener();
  }
}
