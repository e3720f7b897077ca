/** Files that are written once and never change: a name stands for its content. */
export interface FileStore {
  put(name: string, content: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** A file that is not there is removed already. */
  remove(name: string): Promise<void>;
}

const privatePrefix = 'private-';

/** Names come in with requests: only what a hash looks like is ever looked for. */
export function isFileName(name: string): boolean {
  return /^(private-)?[0-9a-f]{32}\.(svg|png)$/.test(name);
}

/** Images that hold a secret, such as a Wi-Fi password. They lie in a folder of their own and are served by signed links alone. */
export function isPrivateFile(name: string): boolean {
  return name.startsWith(privatePrefix);
}

/** @param hash 32 hexadecimal digits that nobody can guess. */
export function fileNameOf(hash: string, ending: 'svg' | 'png', isPrivate: boolean): string {
  return `${isPrivate ? privatePrefix : ''}${hash}.${ending}`;
}

export const contentTypes: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png' };
/** A name stands for its content, so it may be kept for ever. */
export const fileCacheControl = 'public, max-age=31536000, immutable';
