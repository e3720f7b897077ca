/** The only source of the time in a process, so that a test can be one too. */
export interface Clock {
  /** Wall time. Somebody may set it. */
  nowMs(): number;
  /** Only differences mean anything, and nobody can set it. */
  monotonicMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
