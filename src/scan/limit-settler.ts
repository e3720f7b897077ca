import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#platform/log.ts';
import { isLockTimeout } from '#platform/postgres.ts';
import type { DatabaseContact } from './database-contact.ts';

interface Waiting {
  qrId: string;
  version: number;
  promise: Promise<boolean>;
  resolve: (isSettled: boolean) => void;
}

/** A turn compares each of them with every open code. */
const codesMax = 10;
const waitingMax = 5_000;
const triesMax = 5;
const pauseMs = 20;

/**
 * A code that has just got a limit may have open scans that nobody sees yet: of appends that began before. The gate waits for those; then
 * the open scans are summed under the lock of the code's row (docs/adr/0019-counting-by-appending.md).
 */
export class LimitSettler {
  readonly #pool: pg.Pool;
  readonly #contact: DatabaseContact;
  readonly #log: Log;
  readonly #waiting = new Map<string, Waiting>();
  #isRunning = false;

  constructor(pool: pg.Pool, contact: DatabaseContact, log: Log) {
    this.#pool = pool;
    this.#contact = contact;
    this.#log = log;
  }

  /** False: it could not be done in time. */
  settle(qrId: string, version: number): Promise<boolean> {
    const key = `${qrId} ${version}`;
    const known = this.#waiting.get(key);
    if (known !== undefined) return known.promise;
    if (!this.#contact.isUp || this.#waiting.size >= waitingMax) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.set(key, { qrId, version, promise, resolve });
    if (!this.#isRunning) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, codesMax);
      const codes = batch.map(([, waiting]) => waiting);
      // Whoever comes from now on waits for the next turn: this one's gate may be passed before their append begins.
      for (const [key] of batch) this.#waiting.delete(key);
      await this.#settleAll(codes);
    }
    this.#isRunning = false;
  }

  async #settleAll(codes: Waiting[]): Promise<void> {
    const isPassed = await this.#passGate();
    const isSettled = isPassed && (await this.#settleCodes(codes));
    // Without the gate nothing may be summed: an append in flight would be missing.
    if (isSettled || !isPassed || codes.length === 1) for (const { resolve } of codes) resolve(isSettled);
    // One of them may be locked or damaged; the others wait for nobody.
    else for (const waiting of codes) waiting.resolve(await this.#settleCodes([waiting]));
  }

  async #passGate(): Promise<boolean> {
    for (let attempt = 1; attempt <= triesMax && this.#contact.isUp; attempt++) {
      if (await this.#query('select pass_scan_gate()', [])) return true;
      await sleep(pauseMs);
    }
    return false;
  }

  async #settleCodes(codes: Waiting[]): Promise<boolean> {
    const values = [codes.map(({ qrId }) => qrId), codes.map(({ version }) => version)];
    const settle = () => this.#query('select settle_scan_limits($1, $2)', values);
    // Once more: a connection may have died since it was last used.
    return (await settle()) || (this.#contact.isUp && (await settle()));
  }

  async #query(text: string, values: unknown[]): Promise<boolean> {
    try {
      await this.#pool.query(text, values);
      return true;
    } catch (error) {
      const level = isLockTimeout(error) ? 'debug' : 'warn';
      this.#log[level]({ err: error }, 'the open scans of a code with a new limit could not be summed yet');
      return false;
    }
  }
}
