import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const waitMsMax = 30_000;

/** Until everything that was journalled is counted. */
export async function settleJournals(folders: readonly string[]): Promise<void> {
  for (const endMs = performance.now() + waitMsMax; ; await sleep(100)) {
    const bytes = folders.reduce((sum, folder) => sum + journalBytes(folder), 0);
    if (bytes === 0) return;
    assert.ok(performance.now() < endMs, `${bytes} bytes of journals are not counted`);
  }
}

/** Of all journals in a folder. One may be counted and removed while we look. */
export function journalBytes(folder: string): number {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.journal'))
    .reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}
