const windowMs = 10_000;
const windowCount = 6;
/** Per window. A busy subject appears early in a window, so the busiest ones are nearly always included. */
const subjectsMax = 5_000;

export interface RecentSubject {
  subject: string;
  /** In the last minute. */
  count: number;
}

/** Counts events per subject over the last minute, in limited memory. */
export class RecentCount {
  readonly #windows = Array.from({ length: windowCount }, () => new Map<string, number>());
  readonly #totals = Array<number>(windowCount).fill(0);
  #window = 0;

  count(subject: string, nowMs: number): void {
    const place = this.#advance(nowMs);
    this.#totals[place] = (this.#totals[place] ?? 0) + 1;
    const counts = this.#windows[place];
    const known = counts?.get(subject);
    if (known !== undefined || (counts?.size ?? 0) < subjectsMax) counts?.set(subject, (known ?? 0) + 1);
  }

  /** Of all subjects together. */
  total(nowMs: number): number {
    this.#advance(nowMs);
    return this.#totals.reduce((sum, total) => sum + total, 0);
  }

  /** The busiest subjects, in descending order. */
  top(rows: number, nowMs: number): RecentSubject[] {
    this.#advance(nowMs);
    const sums = new Map<string, number>();
    for (const counts of this.#windows)
      for (const [subject, count] of counts) sums.set(subject, (sums.get(subject) ?? 0) + count);
    return [...sums]
      .map(([subject, count]) => ({ subject, count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, rows);
  }

  /** Clears the windows that have started since the last call; returns the place of the current one. */
  #advance(nowMs: number): number {
    const window = Math.floor(nowMs / windowMs);
    const begun = Math.min(windowCount, window - this.#window);
    for (let back = 0; back < begun; back++) {
      const place = (window - back) % windowCount;
      this.#windows[place]?.clear();
      this.#totals[place] = 0;
    }
    this.#window = Math.max(window, this.#window);
    return this.#window % windowCount;
  }
}
