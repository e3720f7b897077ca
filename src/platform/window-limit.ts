import { BoundedMap } from './bounded-map.ts';

/** A maximum number of events per subject and fixed window, counted in the memory of this process. */
export class WindowLimit {
  readonly #counts: BoundedMap<string, { window: number; count: number }>;
  readonly #max: number;
  readonly #windowMs: number;

  constructor(max: number, windowMs: number, subjectsMax: number) {
    this.#max = max;
    this.#windowMs = windowMs;
    this.#counts = new BoundedMap(subjectsMax);
  }

  /** Counts one event; false if it exceeds the limit. */
  count(subject: string, nowMs: number): boolean {
    const window = Math.floor(nowMs / this.#windowMs);
    const known = this.#counts.get(subject);
    if (known === undefined || known.window !== window) {
      this.#counts.set(subject, { window, count: 1 });
      return true;
    }
    known.count += 1;
    return known.count <= this.#max;
  }
}
