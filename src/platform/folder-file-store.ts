import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, isFileName, isPrivateFile } from './file-store.ts';

export class FolderFileStore implements FileStore {
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

  /** Two levels of folders: a hundred million files in one folder would make every lookup slow. */
  #pathOf(name: string): string {
    if (!isFileName(name)) throw new Error(`"${name}" is not a valid file name`);
    const hash = name.slice(-36);
    const folder = isPrivateFile(name) ? join(this.#folder, 'private') : this.#folder;
    return join(folder, hash.slice(0, 2), hash.slice(2, 4), name);
  }
}
