import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text that zbar reads in each image, in order; null if it finds nothing. It shares no code with our own readers. */
export function readWithZbar(images: Uint8Array[]): (string | null)[] {
  const folder = mkdtempSync('/tmp/waypost-zbar-');
  try {
    return images.map((image, index) => {
      const file = join(folder, `${index}.png`);
      writeFileSync(file, image);
      return readFile(file);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readFile(file: string): string | null {
  try {
    const args = ['--nodbus', '--quiet', '--raw', '--oneshot', file];
    return execFileSync('zbarimg', args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString('utf8');
  } catch (error) {
    const { status, code } = error as { status?: number; code?: string };
    if (code === 'ENOENT') throw new Error('zbarimg is missing: apt-get install zbar-tools');
    if (status === 4) return null;
    throw error;
  }
}
