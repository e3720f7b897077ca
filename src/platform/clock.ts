/** The only source of the time in a process, so that a test can be one too. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
