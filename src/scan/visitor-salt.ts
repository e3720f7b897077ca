import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';

const saltBytes = 32;
const refreshMs = 10_000;

/**
 * The salt of the UTC day, the same in every process. Until it is read, and while PostgreSQL is away at midnight, the process uses its own
 * salt: visitors may then be counted twice, but no salt outlives its day.
 */
export class VisitorSalt {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  #day = '';
  #salt = '';
  #isShared = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(pool: pg.Pool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  async start(): Promise<void> {
    await this.#refresh();
    this.#timer = setInterval(() => void this.#refresh(), refreshMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  get(): string {
    const day = utcDay(this.#clock.nowMs());
    if (day !== this.#day) {
      this.#day = day;
      this.#salt = randomBytes(saltBytes).toString('base64');
      this.#isShared = false;
      void this.#refresh();
    }
    return this.#salt;
  }

  /** PostgreSQL empties an unlogged table after a crash: the first process creates a new salt. */
  renew(): void {
    this.#isShared = false;
    void this.#refresh();
  }

  async #refresh(): Promise<void> {
    this.get();
    if (this.#isShared) return;
    const day = this.#day;
    try {
      const fresh = randomBytes(saltBytes);
      await this.#pool.query('insert into visitor_salts (day, salt) values ($1, $2) on conflict do nothing', [
        day,
        fresh,
      ]);
      const { rows } = await this.#pool.query<{ salt: Buffer }>(
        'select salt from visitor_salts where day = $1',
        [day],
      );
      const salt = rows[0]?.salt;
      if (salt === undefined || day !== this.#day) return;
      this.#salt = salt.toString('base64');
      this.#isShared = true;
    } catch {
      // Tried again soon; meanwhile the process uses its own salt.
    }
  }
}

export function utcDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}
