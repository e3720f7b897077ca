import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const writes = 1_000;
const page = Buffer.alloc(8_192, 1);

/** How long the disk takes to sync 8 KB at the 99th percentile, in milliseconds: no commit is faster. */
export function measureSync(folder: string): number {
  const path = join(folder, 'sync');
  const file = openSync(path, 'w');
  const times: number[] = [];
  for (let nth = 0; nth < writes; nth++) {
    const startedMs = performance.now();
    writeSync(file, page, 0, page.length, nth * page.length);
    fdatasyncSync(file);
    times.push(performance.now() - startedMs);
  }
  closeSync(file);
  rmSync(path);
  return times.sort((a, b) => a - b)[Math.floor(writes * 0.99)] ?? 0;
}
