import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** What a browser loads before a signed-in user sees the first page. */
const entries = ['index.html', 'src/pages/overview-page.tsx', 'src/analytics/world-map.tsx'];
const kilobytesMax = 200;
const folder = new URL('../dashboard/dist/', import.meta.url);

interface Chunk {
  file: string;
  imports?: string[];
}

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', folder), 'utf8')) as Record<
  string,
  Chunk
>;
const files = new Set<string>();

function add(name: string): void {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the build has no ${name}`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const other of chunk.imports ?? []) add(other);
}

for (const entry of entries) add(entry);
const sizeOf = (file: string) => gzipSync(readFileSync(new URL(file, folder))).length / 1_000;
const total = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
process.stdout.write(
  `Dashboard: ${total.toFixed(1)} kB of JavaScript (gzipped, ${files.size} files) until the overview, at most ${kilobytesMax}\n`,
);
if (total > kilobytesMax) process.exitCode = 1;
