/** The only source of time in a process, so that tests can replace it. */
export interface Clock {
  /** Wall time, which can be changed. */
  nowMs(): number;
  /** Monotonic time: only differences mean anything. */
  monotonicMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
