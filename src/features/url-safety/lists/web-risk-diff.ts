import { createHash } from 'node:crypto';
import { HashList, type HashRun, hashRun, isSortedRun } from '#core/safety/hash-list.ts';
import { UpdateRefused } from './update-refused.ts';
import { readBase64, readTime } from './web-risk-client.ts';

export interface WebRiskDiff {
  isReset: boolean;
  additions: HashList;
  removals: number[];
  token: string;
  checksum: Uint8Array;
  nextDiff: Date | null;
}

interface RawAnswer {
  responseType?: unknown;
  additions?: { rawHashes?: unknown; riceHashes?: unknown };
  removals?: { rawIndices?: { indices?: unknown }; riceIndices?: unknown };
  newVersionToken?: unknown;
  checksum?: { sha256?: unknown };
  recommendedNextDiff?: unknown;
}

/** Parses the response of `threatLists:computeDiff`. Empty fields are missing in it. */
export function readDiff(answer: unknown): WebRiskDiff {
  const raw = answer as RawAnswer;
  if (raw.responseType !== 'DIFF' && raw.responseType !== 'RESET')
    throw new UpdateRefused(`unknown response type ${JSON.stringify(raw.responseType)}`);
  if (raw.additions?.riceHashes !== undefined || raw.removals?.riceIndices !== undefined)
    throw new UpdateRefused('compressed, though only raw was asked for');
  const removals = raw.removals?.rawIndices?.indices ?? [];
  if (!Array.isArray(removals) || !removals.every((index) => Number.isInteger(index) && index >= 0))
    throw new UpdateRefused('removals are not indices');
  const isReset = raw.responseType === 'RESET';
  if (isReset && removals.length > 0) throw new UpdateRefused('a new list with removals');
  if (typeof raw.newVersionToken !== 'string') throw new UpdateRefused('no version token');
  return {
    isReset,
    additions: new HashList(readRuns(raw.additions?.rawHashes)),
    removals,
    token: raw.newVersionToken,
    checksum: readBase64(raw.checksum?.sha256),
    nextDiff: readTime(raw.recommendedNextDiff),
  };
}

function readRuns(sets: unknown): HashRun[] {
  if (sets === undefined) return [];
  if (!Array.isArray(sets)) throw new UpdateRefused('additions are not a list');
  const runs = sets.map(({ prefixSize, rawHashes }: { prefixSize?: unknown; rawHashes?: unknown }) => {
    const length = Number(prefixSize);
    const bytes = readBase64(rawHashes ?? '');
    if (!Number.isInteger(length) || length < 4 || length > 32 || bytes.length % length !== 0)
      throw new UpdateRefused(`prefixes of ${length} bytes in ${bytes.length}`);
    const run = { length, bytes };
    return isSortedRun(run) ? { length, bytes: Uint8Array.from(bytes) } : hashRun(length, bytes);
  });
  if (new Set(runs.map(({ length }) => length)).size !== runs.length)
    throw new UpdateRefused('two sets of one length');
  return runs;
}

/** Removes by position in the old list, then adds; the checksum must match. */
export function applyDiff(old: HashList, diff: WebRiskDiff): HashList {
  const base = diff.isReset ? HashList.empty : old;
  const next = base.change(diff.additions, entriesAt(base, diff.removals));
  const expected = Buffer.from(diff.checksum);
  if (!expected.equals(checksumOf(next))) throw new UpdateRefused('the checksum does not match');
  return next;
}

function entriesAt(list: HashList, indices: number[]): HashList {
  if (indices.length === 0) return HashList.empty;
  const wanted = new Set(indices);
  if (wanted.size !== indices.length) throw new UpdateRefused('an index is removed twice');
  if (indices.some((index) => index >= list.size))
    throw new UpdateRefused(`an index is not below ${list.size}`);
  const byLength = new Map<number, Uint8Array[]>();
  let index = 0;
  for (const entry of list.entries()) {
    if (!wanted.has(index++)) continue;
    const same = byLength.get(entry.length);
    if (same === undefined) byLength.set(entry.length, [entry]);
    else same.push(entry);
  }
  return new HashList([...byLength].map(([length, entries]) => ({ length, bytes: Buffer.concat(entries) })));
}

export function checksumOf(list: HashList): Uint8Array {
  const sum = createHash('sha256');
  const [only, ...others] = list.runs;
  if (only !== undefined && others.length === 0) sum.update(only.bytes);
  else for (const entry of list.entries()) sum.update(entry);
  return sum.digest();
}
