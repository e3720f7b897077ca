/**
 * A map that forgets entries that were not used recently, and keeps at least the half of its size that was used last. It has two halves, so
 * that reading a popular entry moves nothing: a full young half becomes the old one, and entries that nobody has read in the old one are
 * dropped.
 */
export class BoundedMap<Key, Value> {
  readonly #halfMax: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(sizeMax: number) {
    this.#halfMax = Math.ceil(sizeMax / 2);
  }

  get(key: Key): Value | undefined {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const value = this.#old.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#old.delete(key);
    this.#young.set(key, value);
    if (this.#young.size < this.#halfMax) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
