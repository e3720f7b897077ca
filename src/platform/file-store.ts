/** Files that are written once and never change: the name identifies the content. */
export interface FileStore {
  put(name: string, content: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** Removing a missing file succeeds. */
  remove(name: string): Promise<void>;
}

const privatePrefix = 'private-';

/** Names come from requests, so only names that look like a hash are used. */
export function isFileName(name: string): boolean {
  return /^(private-)?[0-9a-f]{32}\.(svg|png)$/.test(name);
}

/** Images with a secret, such as a Wi-Fi password. They have their own folder and are served with signed links only. */
export function isPrivateFile(name: string): boolean {
  return name.startsWith(privatePrefix);
}

/** @param hash 32 hexadecimal digits that can't be guessed. */
export function fileNameOf(hash: string, ending: 'svg' | 'png', isPrivate: boolean): string {
  return `${isPrivate ? privatePrefix : ''}${hash}.${ending}`;
}

export const contentTypes: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png' };
/** The name identifies the content, so it can be cached forever. */
export const fileCacheControl = 'public, max-age=31536000, immutable';
