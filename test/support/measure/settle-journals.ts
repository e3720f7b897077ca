import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const waitMsMax = 30_000;

/** Waits until all journals are counted, and the files of ended processes are gone. */
export async function settleJournals(folders: readonly string[], processes: number): Promise<void> {
  for (const endMs = performance.now() + waitMsMax; ; await sleep(100)) {
    const bytes = folders.reduce((sum, folder) => sum + journalBytes(folder), 0);
    const files = folders.reduce((sum, folder) => sum + listJournals(folder).length, 0);
    if (bytes === 0 && files <= processes) return;
    assert.ok(performance.now() < endMs, `${bytes} bytes in ${files} journals are not counted`);
  }
}

/** Of all journals in a folder. One may be counted and removed meanwhile. */
export function journalBytes(folder: string): number {
  return listJournals(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

function listJournals(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.journal'));
}
