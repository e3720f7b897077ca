/** Runs a limited number of tasks at once; the others wait their turn, for a limited time. */
export class TaskLimit {
  readonly #max: number;
  readonly #waitMsMax: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(max: number, waitMsMax: number) {
    this.#max = max;
    this.#waitMsMax = waitMsMax;
  }

  /** @param late the error if no turn came in time. */
  async run<Result>(task: () => Promise<Result>, late?: () => Error): Promise<Result> {
    if (this.#running >= this.#max) await this.#turn(late);
    else this.#running += 1;
    try {
      return await task();
    } finally {
      // Its place goes to the next task, or becomes free.
      const [next] = this.#waiting;
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(late?: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(overdue);
        this.#waiting.delete(begin);
        resolve();
      };
      const overdue = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(late?.() ?? new Error(`no free slot within ${this.#waitMsMax} ms`));
      }, this.#waitMsMax);
      this.#waiting.add(begin);
    });
  }
}
