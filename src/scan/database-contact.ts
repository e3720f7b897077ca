import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { isDamage, isOwnMistake } from '#platform/postgres.ts';

const probeMsMin = 100;
/** Well below the time for which the API accepts no changes after an outage (`platform/postgres-hosts.ts`). */
const probeMsMax = 400;
/** If PostgreSQL fails again this soon after its return, we trust it later each time. */
const relapseMs = 10_000;
const relapseDelayMsMax = 2_000;
/** Without scans nobody would notice that PostgreSQL refuses us, so an empty commit checks it. */
const idleMs = 15_000;
/** How long a disconnected process may serve what it knows, from memory or disk (D47). */
export const isolationMsMax = 24 * 60 * 60_000;

interface ContactOptions {
  /** Writes and commits something: a server that is read-only, full or hung can answer reads for a long time. */
  commit: () => Promise<unknown>;
  /** What happens meanwhile, for the log. */
  whileAway?: string;
  log: Log;
  clock: Pick<Clock, 'monotonicMs'>;
  random?: () => number;
}

/** Whether PostgreSQL commits. While it doesn't, only the probe waits for it. */
export class DatabaseContact {
  readonly #commit: () => Promise<unknown>;
  readonly #whileAway: string;
  readonly #log: Log;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #random: () => number;
  readonly #onReturn: (() => void)[] = [];
  readonly #idle: NodeJS.Timeout;
  readonly #stopping = new AbortController();
  #isUp = true;
  #lastMs: number;
  #committedMs: number;
  #returnedMs = -Infinity;
  #relapses = 0;

  constructor({ commit, whileAway, log, clock, random = Math.random }: ContactOptions) {
    this.#commit = commit;
    this.#whileAway = whileAway ?? 'scans of codes without a limit are journalled';
    this.#log = log;
    this.#clock = clock;
    this.#random = random;
    this.#lastMs = this.#committedMs = this.#clock.monotonicMs();
    this.#idle = setInterval(() => void this.#askIfIdle(), idleMs / 3).unref();
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Whether our knowledge is still recent enough to be served. */
  get isRecent(): boolean {
    return this.#isUp || this.#clock.monotonicMs() - this.#lastMs <= isolationMsMax;
  }

  get awayMs(): number {
    return this.#isUp ? 0 : this.#clock.monotonicMs() - this.#lastMs;
  }

  get sinceCommitMs(): number {
    return this.#clock.monotonicMs() - this.#committedMs;
  }

  onReturn(listener: () => void): void {
    this.#onReturn.push(listener);
  }

  /**
   * Checks before the first scan does.
   * @param knownMs the age of our knowledge, requested only if PostgreSQL is away; null if we know nothing.
   */
  async open(knownMs: () => Promise<number | null>): Promise<void> {
    try {
      await this.#commit();
      this.committed();
    } catch (error) {
      if (!this.failed(error)) this.#log.error({ err: error }, 'PostgreSQL refused an empty commit');
      this.#lastMs = this.#clock.monotonicMs() - ((await knownMs()) ?? Infinity);
    }
  }

  /** PostgreSQL answered a query. */
  succeeded(): void {
    this.#lastMs = this.#clock.monotonicMs();
  }

  /** PostgreSQL committed our write. */
  committed(): void {
    this.#lastMs = this.#committedMs = this.#clock.monotonicMs();
  }

  /** @returns whether PostgreSQL is away from now on: after every error except our own mistakes and damage in one place. */
  failed(error: unknown): boolean {
    if (isOwnMistake(error) || isDamage(error)) return false;
    if (this.#isUp && !this.#stopping.signal.aborted) {
      this.#isUp = false;
      this.#log.error({ err: error }, `PostgreSQL does not commit; ${this.#whileAway}`);
      void this.#waitForReturn();
    }
    return true;
  }

  stop(): void {
    clearInterval(this.#idle);
    this.#stopping.abort();
  }

  async #askIfIdle(): Promise<void> {
    if (!this.#isUp || this.sinceCommitMs < idleMs) return;
    try {
      await this.#commit();
      this.committed();
    } catch (error) {
      if (!this.failed(error)) this.#log.error({ err: error }, 'PostgreSQL refused an empty commit');
    }
  }

  async #waitForReturn(): Promise<void> {
    const isRelapse = this.#clock.monotonicMs() - this.#returnedMs < relapseMs;
    this.#relapses = isRelapse ? this.#relapses + 1 : 0;
    if (isRelapse) await this.#pause(Math.min(probeMsMin * 2 ** this.#relapses, relapseDelayMsMax));
    for (
      let delayMs = probeMsMin;
      !this.#stopping.signal.aborted;
      delayMs = Math.min(delayMs * 2, probeMsMax)
    ) {
      try {
        await this.#commit();
        return this.#return();
      } catch {
        await this.#pause(delayMs);
      }
    }
  }

  #return(): void {
    if (this.#stopping.signal.aborted) return;
    this.#isUp = true;
    this.#returnedMs = this.#clock.monotonicMs();
    this.committed();
    this.#log.info('PostgreSQL commits again');
    for (const listener of this.#onReturn) listener();
  }

  /** Half to one and a half times as long, so that many processes don't ask at the same time. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(ms * (0.5 + this.#random()), undefined, { signal, ref: false }).catch(() => {});
  }
}
