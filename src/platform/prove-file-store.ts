import { randomBytes } from 'node:crypto';
import { type FileStore, fileNameOf } from './file-store.ts';

/** Writes a small file, reads it back and removes it; throws if any of that fails. */
export async function proveFileStore(store: FileStore): Promise<void> {
  const name = fileNameOf(randomBytes(16).toString('hex'), 'svg', false);
  const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await store.put(name, content);
  let found: Buffer | null;
  try {
    found = await store.read(name);
  } finally {
    await store.remove(name);
  }
  if (found === null || !content.equals(found)) throw new Error("a file that was just written can't be read");
}
