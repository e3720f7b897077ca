import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const segmentName = /^[0-9A-F]{24}$/;
const historyFile = /^[0-9A-F]{8}\.history$/;

export interface WalFinding {
  segments: number;
  /** Segments without a checksum. */
  unchecked: number;
  damaged: string[];
}

export async function listWalSegments(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => segmentName.test(name)).sort();
}

/** Compares each archived segment with the `.sha256` next to it; a checksum without its segment means a lost segment. */
export async function checkWalArchive(folder: string): Promise<WalFinding> {
  const names = await readdir(folder);
  const sums = new Set(
    names.filter((name) => name.endsWith('.sha256')).map((name) => name.slice(0, -'.sha256'.length)),
  );
  const segments = names.filter((name) => segmentName.test(name)).sort();
  const lost = [...sums].filter((name) => segmentName.test(name) && !segments.includes(name));
  const finding: WalFinding = { segments: segments.length, unchecked: 0, damaged: lost };
  for (const name of segments) {
    if (!sums.has(name)) {
      finding.unchecked += 1;
      continue;
    }
    const wanted = (await readFile(join(folder, `${name}.sha256`), 'utf8')).trim().split(/\s/)[0];
    if (wanted !== (await sha256Of(join(folder, name)))) finding.damaged.push(name);
  }
  return finding;
}

/**
 * Where a replay ended, as the name of a segment, from the newest history of the server. PostgreSQL silently ends a replay at a gap or a
 * damaged record.
 */
export async function lastReplayedSegment(
  dataFolder: string,
  archivedSegment: string,
): Promise<string | null> {
  const histories = (await readdir(join(dataFolder, 'pg_wal')))
    .filter((name) => historyFile.test(name))
    .sort();
  const newest = histories.at(-1);
  if (newest === undefined) return null;
  const last = (await readFile(join(dataFolder, 'pg_wal', newest), 'utf8')).trim().split('\n').at(-1) ?? '';
  const [timeline, place] = last.split('\t');
  const [high, low] = (place ?? '').split('/').map((part) => BigInt(`0x${part || '0'}`));
  if (high === undefined || low === undefined) return null;
  const segmentBytes = BigInt((await stat(archivedSegment)).size);
  const ofHigh = 0x1_0000_0000n / segmentBytes;
  // The end of a segment is the start of the next one, which has not been read yet.
  const segment = ((high << 32n) + low - 1n) / segmentBytes;
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return hex(BigInt(Number(timeline))) + hex(segment / ofHigh) + hex(segment % ofHigh);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
