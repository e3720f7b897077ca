import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { isDamage, isOwnMistake } from '#platform/postgres.ts';

const probeMsMin = 100;
/** Well below the time for which the API changes nothing after a return (`platform/postgres-hosts.ts`). */
const probeMsMax = 400;
/** PostgreSQL that fails again so soon after its return is believed later each time. */
const relapseMs = 10_000;
const relapseDelayMsMax = 2_000;
/** Without scans nobody would notice that PostgreSQL refuses us: then an empty commit asks. */
const idleMs = 15_000;
/** How long a process that is cut off may go on with what it knows, from memory or from its disk (D47). */
export const isolationMsMax = 24 * 60 * 60_000;

interface ContactOptions {
  /** Writes something and commits it: a server that is read-only, full or hung answers reads for long. */
  commit: () => Promise<unknown>;
  log: Log;
  clock: Pick<Clock, 'monotonicMs'>;
  random?: () => number;
}

/** Whether PostgreSQL commits. While it doesn't, nobody waits for it but the probe. */
export class DatabaseContact {
  readonly #commit: () => Promise<unknown>;
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

  constructor({ commit, log, clock, random = Math.random }: ContactOptions) {
    this.#commit = commit;
    this.#log = log;
    this.#clock = clock;
    this.#random = random;
    this.#lastMs = this.#committedMs = this.#clock.monotonicMs();
    this.#idle = setInterval(() => void this.#askIfIdle(), idleMs / 3).unref();
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Whether what is known is still recent enough to be served. */
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
   * Asks before the first scan does.
   * @param knownMs how old what we know is, asked only if PostgreSQL is away; null if we know nothing.
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

  /** PostgreSQL answered a question. */
  succeeded(): void {
    this.#lastMs = this.#clock.monotonicMs();
  }

  /** PostgreSQL committed what we wrote. */
  committed(): void {
    this.#lastMs = this.#committedMs = this.#clock.monotonicMs();
  }

  /** @returns whether PostgreSQL counts as away from now on: after every error but those of ours, and damage in one place. */
  failed(error: unknown): boolean {
    if (isOwnMistake(error) || isDamage(error)) return false;
    if (this.#isUp && !this.#stopping.signal.aborted) {
      this.#isUp = false;
      this.#log.error(
        { err: error },
        'PostgreSQL does not commit; scans of codes without a limit are journalled',
      );
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

  /** Half to one and a half times as long, so that many processes don't ask together. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(ms * (0.5 + this.#random()), undefined, { signal, ref: false }).catch(() => {});
  }
}
