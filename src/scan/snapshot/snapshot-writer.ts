import { type FileHandle, open } from 'node:fs/promises';
import { encodeFrames, type SnapshotRecord } from './snapshot-record.ts';

/** Appends frames to one file, in order. */
export class SnapshotWriter {
  readonly #file: FileHandle;
  #bytes: number;
  #last: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle, bytes: number) {
    this.#file = file;
    this.#bytes = bytes;
  }

  /** @param bytes how much of the file to keep; the rest was never finished. */
  static async open(path: string, bytes: number): Promise<SnapshotWriter> {
    // Readable only for our own user: it has texts and contacts of codes.
    const file = await open(path, bytes === 0 ? 'w' : 'r+', 0o600);
    await file.truncate(bytes);
    return new SnapshotWriter(file, bytes);
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(records: SnapshotRecord[]): Promise<void> {
    const frames = encodeFrames(records);
    const write = async () => {
      for (const frame of frames) {
        for (let at = 0; at < frame.length; )
          at += (await this.#file.write(frame, at, frame.length - at, this.#bytes + at)).bytesWritten;
        this.#bytes += frame.length;
      }
    };
    this.#last = this.#last.then(write, write);
    return this.#last;
  }

  /** Everything so far is on disk. */
  async sync(): Promise<void> {
    await this.#last;
    await this.#file.datasync();
  }

  /** Syncs and closes the file. */
  async close(): Promise<void> {
    await this.#last.catch(() => {});
    await this.#file.datasync().catch(() => {});
    await this.#file.close().catch(() => {});
  }
}
