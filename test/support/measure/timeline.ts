/** What readers got in each second, and what happened meanwhile. */
export interface TimelineFigure {
  /** One number per second: scans per second that were redirected. */
  unlimited: number[];
  limited: number[];
  marks: { second: number; text: string }[];
}

/** Counts redirects per second of the time at which they were sent. */
export class Timeline {
  readonly #beganMs = performance.now();
  readonly #marks: TimelineFigure['marks'] = [];
  readonly #redirects = { unlimited: [] as number[], limited: [] as number[] };

  now(): number {
    return (performance.now() - this.#beganMs) / 1_000;
  }

  mark(text: string): void {
    this.#marks.push({ second: Number(this.now().toFixed(1)), text });
  }

  /** @param second at which the scan was sent. */
  note(kind: 'unlimited' | 'limited', second: number, isRedirected: boolean): void {
    const counts = this.#redirects[kind];
    const place = Math.floor(second);
    while (counts.length <= place) counts.push(0);
    if (isRedirected) counts[place] = (counts[place] ?? 0) + 1;
  }

  /** Without the last seconds, whose scans may not be answered yet. */
  figure(): TimelineFigure {
    const seconds = Math.floor(this.now()) - 2;
    const whole = (counts: number[]) => Array.from({ length: seconds }, (_, second) => counts[second] ?? 0);
    return {
      unlimited: whole(this.#redirects.unlimited),
      limited: whole(this.#redirects.limited),
      marks: this.#marks,
    };
  }
}
