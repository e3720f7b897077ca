const blockBytes = 512;

export interface ArchiveFile {
  name: string;
  content: string | Uint8Array;
}

/** The files as a POSIX tar stream (ustar), one after the other. */
export async function* tarArchive(files: AsyncIterable<ArchiveFile>, nowMs: number): AsyncGenerator<Buffer> {
  for await (const { name, content } of files) {
    const bytes = Buffer.from(content as Uint8Array);
    yield header(name, bytes.length, nowMs);
    yield bytes;
    const rest = bytes.length % blockBytes;
    if (rest > 0) yield Buffer.alloc(blockBytes - rest);
  }
  yield Buffer.alloc(2 * blockBytes);
}

function header(name: string, size: number, nowMs: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`"${name}" is too long for the archive`);
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  block.write(name, 0);
  block.write(octal(0o644, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(Math.floor(nowMs / 1_000), 11), 136);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
