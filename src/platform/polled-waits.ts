import type { EventEmitter } from 'node:events';
import type { Log } from './log.ts';
import { PlaceCount } from './place-count.ts';

const waitsPerKeyMax = 10;
const waitsMax = 1_000;

/** A connection, whose end ends the wait. */
type Client = Pick<EventEmitter, 'once' | 'off'>;

interface Wait<Subject> {
  subject: Subject;
  end: () => void;
}

interface PolledWaitsOptions<Subject> {
  /** Which of these have happened. */
  ask: (subjects: Subject[]) => Promise<Iterable<Subject>>;
  pollMs: number;
  log: Log;
}

/** Requests that wait for something in the database (`Prefer: wait`, D66). One query at a time asks for all of them. */
export class PolledWaits<Subject extends string> {
  readonly #options: PolledWaitsOptions<Subject>;
  readonly #waits = new Set<Wait<Subject>>();
  readonly #places = new PlaceCount(waitsPerKeyMax, waitsMax);
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: PolledWaitsOptions<Subject>) {
    this.#options = options;
  }

  /** Until it has happened, or the time is over. False at once if too many requests of the key are waiting. */
  async wait(keyId: string, subject: Subject, ms: number, client: Client): Promise<boolean> {
    if (this.#isClosed || !this.#places.take(keyId)) return false;
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(() => wait.end(), ms);
      const wait: Wait<Subject> = {
        subject,
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
    this.#timer = setTimeout(() => void this.#poll(), this.#options.pollMs);
  }

  async #poll(): Promise<void> {
    try {
      const happened = new Set(await this.#options.ask([...this.#waits].map(({ subject }) => subject)));
      for (const wait of this.#waits) if (happened.has(wait.subject)) wait.end();
    } catch (error) {
      // Every request still ends after its time.
      this.#options.log.warn({ err: error }, 'could not ask for what requests are waiting for');
    }
    this.#timer = null;
    if (this.#waits.size > 0) this.#schedule();
  }
}
