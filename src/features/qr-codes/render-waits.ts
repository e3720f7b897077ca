import type { EventEmitter } from 'node:events';
import type { Log } from '#platform/log.ts';
import { PlaceCount } from '#platform/place-count.ts';
import type { Db } from '../database.ts';
import { listRendered } from './qr-code-queries.ts';

const waitsPerKeyMax = 10;
const waitsMax = 1_000;
const pollMs = 100;

/** A connection, whose end ends the wait. */
type Client = Pick<EventEmitter, 'once' | 'off'>;

interface Wait {
  qrId: string;
  end: () => void;
}

/** Requests that wait for the image of a code (D66). One query at a time asks for all of them. */
export class RenderWaits {
  readonly #db: Db;
  readonly #log: Log;
  readonly #waits = new Set<Wait>();
  readonly #places = new PlaceCount(waitsPerKeyMax, waitsMax);
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Until the image is ready or failed, or the time is over. False at once if too many requests of the key are waiting. */
  async wait(keyId: string, qrId: string, seconds: number, client: Client): Promise<boolean> {
    if (this.#isClosed || !this.#places.take(keyId)) return false;
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(() => wait.end(), seconds * 1_000);
      const wait: Wait = {
        qrId,
        end: () => {
          clearTimeout(timeout);
          client.off('close', wait.end);
          this.#waits.delete(wait);
          resolve();
        },
      };
      this.#waits.add(wait);
      client.once('close', wait.end);
      this.#schedule();
    });
    this.#places.giveBack(keyId);
    return true;
  }

  /** During shutdown, nobody waits. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const wait of this.#waits) wait.end();
  }

  #schedule(): void {
    if (this.#timer !== null || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#poll(), pollMs);
  }

  async #poll(): Promise<void> {
    try {
      const rendered = new Set(
        await listRendered(
          this.#db,
          [...this.#waits].map(({ qrId }) => qrId),
        ),
      );
      for (const wait of this.#waits) if (rendered.has(wait.qrId)) wait.end();
    } catch (error) {
      // Every request still ends after its time.
      this.#log.warn({ err: error }, 'could not ask for finished images');
    }
    this.#timer = null;
    if (this.#waits.size > 0) this.#schedule();
  }
}
