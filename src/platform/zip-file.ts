import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import type { LargeFileWriter } from './large-files.ts';

const deflate = promisify(deflateRaw);
/** Older formats of ZIP end here, and some programs know no other. */
const bytesMax = 0xffff_ffff;
const entriesMax = 0xffff;
/** 1 January 1980, the earliest date: the same images give the same file. */
const dosDate = 0x21;
const utf8Names = 0x800;
/** Otherwise some programs take names for those of MS-DOS. */
const madeOnUnix = (3 << 8) | 20;
const plainFile = (0o100644 << 16) >>> 0;

/** Writes a ZIP archive file by file. Only the list of its files stays in memory. */
export class ZipFile {
  readonly #file: LargeFileWriter;
  readonly #directory: Buffer[] = [];
  #bytes = 0;

  constructor(file: LargeFileWriter) {
    this.#file = file;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async add(name: string, content: Buffer): Promise<void> {
    const packed = await deflate(content);
    const isSmaller = packed.length < content.length;
    const data = isSmaller ? packed : content;
    const path = Buffer.from(name, 'utf8');
    // Shared by both headers.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(utf8Names, 2);
    facts.writeUInt16LE(isSmaller ? 8 : 0, 4);
    facts.writeUInt16LE(dosDate, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const entry = Buffer.alloc(6);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(madeOnUnix, 4);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(plainFile, 6);
    place.writeUInt32LE(this.#bytes, 10);
    if (this.#directory.length >= entriesMax || this.#bytes + data.length > bytesMax)
      throw new Error('the ZIP archive is too large');
    this.#directory.push(Buffer.concat([entry, facts, place, path]));
    await this.#write(Buffer.concat([signature(0x04034b50), facts, path, data]));
  }

  async finish(): Promise<void> {
    const directory = Buffer.concat(this.#directory);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#directory.length, 8);
    end.writeUInt16LE(this.#directory.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.#bytes, 16);
    await this.#write(Buffer.concat([directory, end]));
  }

  async #write(chunk: Buffer): Promise<void> {
    await this.#file.write(chunk);
    this.#bytes += chunk.length;
  }
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
