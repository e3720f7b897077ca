import type pg from 'pg';
import type { Log } from '#platform/log.ts';

const askMs = 2_000;
/** Above this number of rows in `scan_open`, nothing is appended: nobody folds, and reading a count must stay fast. */
export const openRowsMax = 50_000;

/**
 * IDs give an upper bound of the number of rows. Only if that is too high are the rows counted, because one row that can't be folded holds
 * the floor.
 */
export const openRowsSql = `case when last_value - open_floor <= ${openRowsMax} then 0 else (
    select count(*) from (select from scan_open where open_id >= open_floor limit ${openRowsMax + 1}) counted) end as open
  from ledger_state, scan_open_open_id_seq`;
const modeQuery = `select is_appending, ${openRowsSql}`;

/** Whether scans of codes without a limit may be appended: a row in the database allows it once no process of an older release runs. */
export class LedgerMode {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  #isAppending = false;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  get isAppending(): boolean {
    return this.#isAppending;
  }

  async start(): Promise<void> {
    await this.#ask();
    const askLater = () => {
      if (this.#isStopped) return;
      this.#timer = setTimeout(() => void this.#ask().then(askLater), askMs).unref();
    };
    askLater();
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    try {
      const { rows } = await this.#pool.query<{ is_appending: boolean; open: number }>(modeQuery);
      const { is_appending: isOn, open } = rows[0] ?? { is_appending: false, open: 0 };
      const isAppending = isOn && open <= openRowsMax;
      if (isOn && isAppending !== this.#isAppending && !isAppending)
        this.#log.warn(
          { open },
          'open scans are not folded. Check that a worker is running. Until then, scans are counted in the rows of their codes',
        );
      this.#isAppending = isAppending;
    } catch (error) {
      // While PostgreSQL is away nothing is committed, and both ways count exactly, so the last known value is good enough.
      this.#log.debug({ err: error }, 'the mode of the ledger could not be read');
    }
  }
}
