import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

const linesPerSecond = 5;

interface Refusal {
  requestId: string;
  kind: string;
  slug: string | null;
}

/** Logs scans that got an error page, so that support can find a request ID. A flood is sampled. */
export class RefusalLog {
  readonly #clock: Clock;
  readonly #log: Log;
  #second = 0;
  #lines = 0;
  #left = 0;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  note({ requestId, kind, slug }: Refusal): void {
    const second = Math.floor(this.#clock.monotonicMs() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#lines = 0;
    }
    if (this.#lines >= linesPerSecond) {
      this.#left += 1;
      return;
    }
    this.#lines += 1;
    const left = this.#left;
    this.#left = 0;
    this.#log.info(
      { request_id: requestId, answer: kind, slug, ...(left > 0 && { not_logged: left }) },
      'a scan was refused',
    );
  }
}
