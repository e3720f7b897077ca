import { inflateSync } from 'node:zlib';

const headerBytes = 44;
const entryBytes = 20;
const sfntHeaderBytes = 12;
const sfntEntryBytes = 16;

/** The font in a WOFF 1.0 file: its tables are compressed one by one. */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const sfnt = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(sfnt, 0, 4, 8);
  sfnt.writeUInt16BE(count, 4);
  let end = sfntHeaderBytes + count * sfntEntryBytes;
  for (let index = 0; index < count; index++) {
    const entry = headerBytes + index * entryBytes;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const source = woff.subarray(offset, offset + packed);
    const table = packed === length ? source : inflateSync(source, { maxOutputLength: length });
    table.copy(sfnt, end);
    const place = sfntHeaderBytes + index * sfntEntryBytes;
    woff.copy(sfnt, place, entry, entry + 4);
    woff.copy(sfnt, place + 4, entry + 16, entry + 20);
    sfnt.writeUInt32BE(end, place + 8);
    sfnt.writeUInt32BE(length, place + 12);
    end += Math.ceil(length / 4) * 4;
  }
  return sfnt;
}
