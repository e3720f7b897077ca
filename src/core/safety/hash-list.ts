/** Hashes, or their first bytes, of one length: sorted, unique, concatenated. */
export interface HashRun {
  length: number;
  bytes: Uint8Array;
}

/**
 * A list of hash prefixes in little more memory than the prefixes themselves. It is immutable: an update creates a new list. Each length has
 * its own run.
 */
export class HashList {
  static readonly empty = new HashList([]);
  readonly runs: readonly HashRun[];
  readonly size: number;

  constructor(runs: readonly HashRun[]) {
    this.runs = runs.filter(({ bytes }) => bytes.length > 0).sort((a, b) => a.length - b.length);
    this.size = this.runs.reduce((size, run) => size + run.bytes.length / run.length, 0);
  }

  /** The entry that is a prefix of this hash, if there is one. */
  find(hash: Uint8Array): Uint8Array | null {
    for (const { length, bytes } of this.runs) {
      const place = placeOf(bytes, length, hash, 0);
      if (startsWithEntry(bytes, length, place, hash, 0)) return hash.subarray(0, length);
    }
    return null;
  }

  /** Without the entries of `removed`, with those of `added`. */
  change(added: HashList, removed: HashList): HashList {
    const lengths = new Set([...this.runs, ...added.runs].map(({ length }) => length));
    return new HashList(
      [...lengths].map((length) => ({
        length,
        bytes: merge(length, this.#bytes(length), added.#bytes(length), removed.#bytes(length)),
      })),
    );
  }

  /** Entries that this list has and the other doesn't. */
  without(other: HashList): HashList {
    return new HashList(
      this.runs.map(({ length, bytes }) => ({
        length,
        bytes: subtract(length, bytes, other.#bytes(length)),
      })),
    );
  }

  /** All entries in byte order, regardless of length: indexes and checksums refer to this order. */
  *entries(): Generator<Uint8Array> {
    const places = this.runs.map(() => 0);
    for (;;) {
      let first: Uint8Array | null = null;
      let from = -1;
      for (const [index, { length, bytes }] of this.runs.entries()) {
        const place = places[index] ?? 0;
        if (place === bytes.length) continue;
        const entry = bytes.subarray(place, place + length);
        if (first === null || compare(entry, first) < 0) [first, from] = [entry, index];
      }
      if (first === null) return;
      places[from] = (places[from] ?? 0) + first.length;
      yield first;
    }
  }

  #bytes(length: number): Uint8Array {
    return this.runs.find((run) => run.length === length)?.bytes ?? new Uint8Array();
  }
}

/** Sorts entries of one length and removes duplicates. */
export function hashRun(length: number, bytes: Uint8Array): HashRun {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length / length;
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  order.sort((a, b) => {
    const difference = view.getUint32(a * length) - view.getUint32(b * length);
    return difference || compareAt(bytes, a * length + 4, bytes, b * length + 4, length - 4);
  });
  const sorted = new Uint8Array(bytes.length);
  let end = 0;
  for (const index of order) {
    const from = index * length;
    if (end > 0 && compareAt(sorted, end - length, bytes, from, length) === 0) continue;
    sorted.set(bytes.subarray(from, from + length), end);
    end += length;
  }
  return { length, bytes: end === sorted.length ? sorted : sorted.slice(0, end) };
}

export function isSortedRun({ length, bytes }: HashRun): boolean {
  for (let from = length; from < bytes.length; from += length)
    if (compareAt(bytes, from - length, bytes, from, length) >= 0) return false;
  return true;
}

/** Parts of the old list between changes are copied as a whole, so a small change costs one copy. */
function merge(length: number, old: Uint8Array, added: Uint8Array, removed: Uint8Array): Uint8Array {
  const merged = new Uint8Array(old.length + added.length);
  let read = 0;
  let written = 0;
  const copyUntil = (place: number) => {
    merged.set(old.subarray(read, place), written);
    written += place - read;
    read = place;
  };
  let [nextAdded, nextRemoved] = [0, 0];
  while (nextAdded < added.length || nextRemoved < removed.length) {
    const isAddition =
      nextRemoved === removed.length ||
      (nextAdded < added.length && compareAt(added, nextAdded, removed, nextRemoved, length) <= 0);
    const [change, at] = isAddition ? [added, nextAdded] : [removed, nextRemoved];
    const place = placeOf(old, length, change, at, read);
    const isThere = startsWithEntry(old, length, place, change, at);
    copyUntil(place);
    if (isThere) read += length;
    if (isAddition) {
      merged.set(added.subarray(nextAdded, nextAdded + length), written);
      written += length;
      nextAdded += length;
    } else nextRemoved += length;
  }
  copyUntil(old.length);
  return written === merged.length ? merged : merged.slice(0, written);
}

function subtract(length: number, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const rest = new Uint8Array(bytes.length);
  let [written, place] = [0, 0];
  for (let from = 0; from < bytes.length; from += length) {
    while (place < other.length && compareAt(other, place, bytes, from, length) < 0) place += length;
    if (place < other.length && compareAt(other, place, bytes, from, length) === 0) continue;
    rest.set(bytes.subarray(from, from + length), written);
    written += length;
  }
  return rest.slice(0, written);
}

/** Position of the first entry in a sorted run that is not before the given one. */
function placeOf(bytes: Uint8Array, length: number, entry: Uint8Array, at: number, from = 0): number {
  let low = from / length;
  let high = bytes.length / length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareAt(bytes, middle * length, entry, at, length) < 0) low = middle + 1;
    else high = middle;
  }
  return low * length;
}

function startsWithEntry(
  bytes: Uint8Array,
  length: number,
  place: number,
  hash: Uint8Array,
  at: number,
): boolean {
  return place < bytes.length && compareAt(bytes, place, hash, at, length) === 0;
}

function compareAt(a: Uint8Array, from: number, b: Uint8Array, start: number, length: number): number {
  for (let index = 0; index < length; index++) {
    const difference = (a[from + index] ?? 0) - (b[start + index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compare(a: Uint8Array, b: Uint8Array): number {
  return compareAt(a, 0, b, 0, Math.min(a.length, b.length)) || a.length - b.length;
}
