import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is so, and fails if it takes too long. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  ms = 30_000,
): Promise<void> {
  for (const endMs = Date.now() + ms; ; await sleep(50)) {
    if (await isSo()) return;
    if (Date.now() > endMs) assert.fail(`never: ${what}`);
  }
}
