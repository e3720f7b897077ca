import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { compressedEndings } from '#platform/static-folder.ts';

// The service reads these files when it starts. Compressing them then would take longer than all the rest of its start.
const root = resolve(import.meta.dirname, '..');
const quality = 10;

for (const folder of ['dashboard/dist', 'guide/dist']) {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!compressedEndings.has(extname(name))) continue;
    const path = join(root, folder, name);
    if (isNewer(`${path}.br`, path)) continue;
    const content = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(
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

function isNewer(path: string, than: string): boolean {
  const built = statSync(path, { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs >= statSync(than).mtimeMs;
}
