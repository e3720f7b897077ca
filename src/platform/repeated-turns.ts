const afterFailureMs = 2_000;

/** Does something again and again, one turn after the other. */
export class RepeatedTurns {
  readonly #turn: () => Promise<number>;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  /** @param turn returns the milliseconds until the next one. */
  constructor(turn: () => Promise<number>, onError: (error: unknown) => void) {
    this.#turn = turn;
    this.#onError = onError;
  }

  start(): void {
    this.#wait(0);
  }

  /** Ends with the turn that is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(ms: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#take();
    }, ms);
  }

  async #take(): Promise<void> {
    try {
      this.#wait(await this.#turn());
    } catch (error) {
      this.#onError(error);
      this.#wait(afterFailureMs);
    }
  }
}
