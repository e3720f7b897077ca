import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { compressedEndings } from '#platform/static-folder.ts';

// The service reads these files when it starts. Compressing them then would take longer than all the rest of its start.
const root = resolve(import.meta.dirname, '..');
const quality = 10;

for (const folder of ['dashboard/dist', 'docs/dist', 'guide/dist']) {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!compressedEndings.has(extname(name))) continue;
    const path = join(root, folder, name);
    if (isNewer(`${path}.br`, path)) continue;
    const content = readFileSync(path);
    writeWhole(`${path}.gz`, gzipSync(content, { level: 9 }));
    writeWhole(
      `${path}.br`,
      brotliCompressSync(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    );
  }
}

/** A build that is stopped must not leave half a file. */
function writeWhole(path: string, content: Buffer): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

function isNewer(path: string, than: string): boolean {
  const built = statSync(path, { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs >= statSync(than).mtimeMs;
}
