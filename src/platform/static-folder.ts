import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface StaticFile {
  type: string;
  content: Buffer;
  /** Null if the build has not compressed it. */
  gzipped: Buffer | null;
  brotli: Buffer | null;
  etag: string;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};
/** Those that compression makes smaller. The build does it. */
export const compressedEndings = new Set(['.css', '.html', '.js', '.json', '.md', '.svg', '.txt', '.wasm']);
const filesMax = 2_000;

/** The files of a built folder by path, in memory: a request never becomes a path on our disk. */
export function readStaticFolder(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return files;
    throw error;
  }
  if (names.length > filesMax) throw new Error(`${folder} has more than ${filesMax} files`);
  for (const name of names) {
    const ending = extname(name);
    const type = types[ending];
    if (type === undefined || name.startsWith('.')) continue;
    const path = join(folder, name);
    const content = readFileSync(path);
    files.set(name.replaceAll('\\', '/'), {
      type,
      content,
      gzipped: readBuilt(path, '.gz'),
      brotli: readBuilt(path, '.br'),
      etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    });
  }
  return files;
}

/** A compressed form, unless the file was built again since. */
function readBuilt(path: string, ending: string): Buffer | null {
  const built = statSync(`${path}${ending}`, { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs >= statSync(path).mtimeMs
    ? readFileSync(`${path}${ending}`)
    : null;
}
