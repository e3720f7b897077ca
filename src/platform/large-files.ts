import type { Readable } from 'node:stream';

/** Files of any size in the private part of the file store: exports and archived scans. They are never served under `/files`. */
export interface LargeFiles {
  /** A new file. It exists as a whole or not at all: only `finish` makes it visible. */
  create(path: string): Promise<LargeFileWriter>;
  /** Null if there is no such file. */
  open(path: string): Promise<{ content: Readable; bytes: number } | null>;
  /** Removing a missing file succeeds. */
  removeLarge(path: string): Promise<void>;
}

export interface LargeFileWriter {
  /** Waits until there is room, so that memory stays bounded. */
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** Paths are made by us; this is the last check. */
export function checkLargePath(path: string): string {
  if (!/^(exports|archive\/scans)(\/[\w=.-]+)+$/.test(path) || path.includes('..'))
    throw new Error(`"${path}" is not a valid path`);
  return path;
}
