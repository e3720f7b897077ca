import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#platform/log.ts';
import { isLockTimeout } from '#platform/postgres.ts';
import type { DatabaseContact } from './database-contact.ts';
import type { LedgerServers } from './ledger-servers.ts';
import { listOpenElsewhere } from './open-elsewhere.ts';

interface Waiting {
  qrId: string;
  version: number;
  /** The ledger servers to ask. */
  lane: string;
  promise: Promise<boolean>;
  resolve: (isSettled: boolean) => void;
}

/** Each turn compares every waiting code with every open code. */
const codesMax = 10;
const waitingMax = 5_000;
const triesMax = 5;
const pauseMs = 20;

/**
 * A code that has just got a limit may have open scans of running appends that nobody sees yet. The gate waits for them; then the open
 * scans are summed up under the lock of the code's row (docs/adr/0019-counting-by-appending.md).
 */
export class LimitSettler {
  readonly #pool: pg.Pool;
  readonly #contact: DatabaseContact;
  readonly #servers: LedgerServers;
  readonly #log: Log;
  readonly #waiting = new Map<string, Waiting>();
  /** Codes of different servers wait separately, so that a server that hangs delays only its own codes. */
  readonly #runningLanes = new Set<string>();

  constructor(pool: pg.Pool, contact: DatabaseContact, servers: LedgerServers, log: Log) {
    this.#pool = pool;
    this.#contact = contact;
    this.#servers = servers;
    this.#log = log;
  }

  /** False if it could not be done in time. */
  settle(qrId: string, version: number): Promise<boolean> {
    const key = `${qrId} ${version}`;
    const known = this.#waiting.get(key);
    if (known !== undefined) return known.promise;
    if (!this.#contact.isUp || this.#waiting.size >= waitingMax) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const lane = this.#servers.idsOf(qrId).join(' ');
    this.#waiting.set(key, { qrId, version, lane, promise, resolve });
    if (!this.#runningLanes.has(lane)) void this.#run(lane);
    return promise;
  }

  async #run(lane: string): Promise<void> {
    this.#runningLanes.add(lane);
    for (;;) {
      const batch = [...this.#waiting].filter(([, waiting]) => waiting.lane === lane).slice(0, codesMax);
      if (batch.length === 0) break;
      const codes = batch.map(([, waiting]) => waiting);
      // New arrivals wait for the next turn: this turn may pass the gate before their append begins.
      for (const [key] of batch) this.#waiting.delete(key);
      await this.#settleAll(codes);
    }
    this.#runningLanes.delete(lane);
  }

  async #settleAll(codes: Waiting[]): Promise<void> {
    const isPassed = await this.#passGate();
    const isSettled = isPassed && (await this.#settleCodes(codes));
    // Without the gate nothing may be summed up, because a running append would be missing.
    if (isSettled || !isPassed || codes.length === 1) for (const { resolve } of codes) resolve(isSettled);
    // One of them may be locked or damaged; the others don't wait for it.
    else for (const waiting of codes) waiting.resolve(await this.#settleCodes([waiting]));
  }

  async #passGate(): Promise<boolean> {
    for (let attempt = 1; attempt <= triesMax && this.#contact.isUp; attempt++) {
      if (await this.#try(() => this.#pool.query('select pass_scan_gate()'))) return true;
      await sleep(pauseMs);
    }
    return false;
  }

  async #settleCodes(codes: Waiting[]): Promise<boolean> {
    // More than once: a connection may have died since its last use, and a fold on a ledger server may interfere.
    for (let attempt = 1; attempt <= triesMax && this.#contact.isUp; attempt++)
      if (await this.#try(() => this.#settleOnce(codes))) return true;
    return false;
  }

  async #settleOnce(codes: Waiting[]): Promise<void> {
    const qrIds = codes.map(({ qrId }) => qrId);
    const elsewhere = await listOpenElsewhere(this.#pool, this.#servers, qrIds);
    if (elsewhere === null)
      throw new Error("a ledger server that may have open scans of the code can't be reached");
    const versions = codes.map(({ version }) => version);
    const { rows } = await this.#pool.query<{ is_settled: boolean }>(
      'select settle_scan_limits($1, $2, $3) as is_settled',
      [qrIds, versions, JSON.stringify(elsewhere)],
    );
    if (rows[0]?.is_settled) return;
    await this.#servers.refresh();
    throw new Error('a ledger server has counted more scans in the meantime');
  }

  /** @returns whether it succeeded. */
  async #try(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      const level = isLockTimeout(error) ? 'debug' : 'warn';
      this.#log[level]({ err: error }, 'the open scans of a code with a new limit could not be summed yet');
      return false;
    }
  }
}
