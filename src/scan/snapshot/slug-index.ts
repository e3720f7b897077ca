/** Position and length of the record of a slug. */
export interface Place {
  at: number;
  length: number;
}

const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const values = new Uint8Array(128);
for (let value = 0; value < digits.length; value++) values[digits.charCodeAt(value)] = value;
const half = 6;
const prefixLength = 'qr-'.length;
export const keyBytes = 8;
const slotsMin = 1_024;

/** The sixty random bits of a slug, as two numbers of thirty. */
export function slugKey(slug: string): [high: number, low: number] {
  return [numberAt(slug, prefixLength), numberAt(slug, prefixLength + half)];
}

function numberAt(slug: string, from: number): number {
  let number = 0;
  for (let place = from; place < from + half; place++)
    number = (number << 5) | (values[slug.charCodeAt(place)] ?? 0);
  return number;
}

/** A hash table of plain numbers: 40 bytes per slug, where a Map of strings takes several hundred. */
export class SlugIndex {
  #size = 0;
  #highs = new Uint32Array(slotsMin);
  #lows = new Uint32Array(slotsMin);
  #lengths = new Uint32Array(slotsMin);
  #places = new Float64Array(slotsMin);

  get size(): number {
    return this.#size;
  }

  set(high: number, low: number, { at, length }: Place): void {
    if (this.#size * 2 >= this.#lengths.length) this.#grow();
    const slot = this.#slotOf(high, low);
    if (this.#lengths[slot] === 0) this.#size += 1;
    this.#highs[slot] = high;
    this.#lows[slot] = low;
    this.#lengths[slot] = length;
    this.#places[slot] = at;
  }

  get(high: number, low: number): Place | null {
    const slot = this.#slotOf(high, low);
    const length = this.#lengths[slot] ?? 0;
    return length === 0 ? null : { at: this.#places[slot] ?? 0, length };
  }

  /** Its own slot, or the first free one. A length of 0 means that it is empty. */
  #slotOf(high: number, low: number): number {
    const mask = this.#lengths.length - 1;
    let slot = (Math.imul(high, 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b)) & mask;
    while (this.#lengths[slot] !== 0 && (this.#highs[slot] !== high || this.#lows[slot] !== low))
      slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [highs, lows, lengths, places] = [this.#highs, this.#lows, this.#lengths, this.#places];
    const slots = lengths.length * 2;
    this.#highs = new Uint32Array(slots);
    this.#lows = new Uint32Array(slots);
    this.#lengths = new Uint32Array(slots);
    this.#places = new Float64Array(slots);
    this.#size = 0;
    for (const [slot, length] of lengths.entries())
      if (length > 0) this.set(highs[slot] ?? 0, lows[slot] ?? 0, { at: places[slot] ?? 0, length });
  }
}
