import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, isFileName, isPrivateFile } from './file-store.ts';
import { checkLargePath, type LargeFiles, type LargeFileWriter } from './large-files.ts';

/** Ending of a large file that is being written. */
const partial = '.part';

export class FolderFileStore implements FileStore, LargeFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Written under another name first: a reader sees the whole file or none, whenever the process ends. */
  async put(name: string, content: Uint8Array): Promise<void> {
    const path = this.#pathOf(name);
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, content, { flush: true });
    await rename(temporary, path);
  }

  async read(name: string): Promise<Buffer | null> {
    if (!isFileName(name)) return null;
    return readFile(this.#pathOf(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  async create(path: string): Promise<LargeFileWriter> {
    const target = this.#largePathOf(path);
    const temporary = `${target}${partial}`;
    await mkdir(dirname(target), { recursive: true });
    const file = await open(temporary, 'w');
    return {
      write: async (chunk) => {
        await file.writeFile(chunk);
      },
      finish: async () => {
        await file.sync();
        await file.close();
        await rename(temporary, target);
      },
      abandon: async () => {
        await file.close().catch(() => {});
        await rm(temporary, { force: true });
      },
    };
  }

  async open(path: string) {
    const file = await open(this.#largePathOf(path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return file && { content: file.createReadStream(), bytes: (await file.stat()).size };
  }

  async removeLarge(path: string): Promise<void> {
    const target = this.#largePathOf(path);
    // A killed process may have left the beginning of it.
    for (const name of [target, `${target}${partial}`]) await rm(name, { force: true });
  }

  #largePathOf(path: string): string {
    return join(this.#folder, 'private', checkLargePath(path));
  }

  /** Two levels of folders: a hundred million files in one folder would make every lookup slow. */
  #pathOf(name: string): string {
    if (!isFileName(name)) throw new Error(`"${name}" is not a valid file name`);
    const hash = name.slice(-36);
    const folder = isPrivateFile(name) ? join(this.#folder, 'private') : this.#folder;
    return join(folder, hash.slice(0, 2), hash.slice(2, 4), name);
  }
}
