import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files that are written once and never change: a name stands for its content. */
export interface FileStore {
  put(name: string, content: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** A file that is not there is removed already. */
  remove(name: string): Promise<void>;
}

const safeName = /^[0-9a-f]{32}\.(svg|png)$/;

export class FolderFileStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Under another name first: a reader sees the whole file or none, whenever the process ends. */
  async put(name: string, content: Uint8Array): Promise<void> {
    const path = this.#pathOf(name);
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, content, { flush: true });
    await rename(temporary, path);
  }

  async read(name: string): Promise<Buffer | null> {
    if (!safeName.test(name)) return null;
    return readFile(this.#pathOf(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  /** Two levels of folders: a hundred million files in one would make every look-up slow. */
  #pathOf(name: string): string {
    if (!safeName.test(name)) throw new Error(`"${name}" is no name of a stored file`);
    return join(this.#folder, name.slice(0, 2), name.slice(2, 4), name);
  }
}
