/** Concurrency limit per key and overall. */
export class PlaceCount {
  readonly #ofOneMax: number;
  readonly #ofAllMax: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(ofOneMax: number, ofAllMax: number) {
    this.#ofOneMax = ofOneMax;
    this.#ofAllMax = ofAllMax;
  }

  /** False if there is none left; the caller gives it back. */
  take(who: string): boolean {
    const own = this.#taken.get(who) ?? 0;
    if (own >= this.#ofOneMax || this.#all >= this.#ofAllMax) return false;
    this.#taken.set(who, own + 1);
    this.#all += 1;
    return true;
  }

  giveBack(who: string): void {
    const left = (this.#taken.get(who) ?? 1) - 1;
    if (left === 0) this.#taken.delete(who);
    else this.#taken.set(who, left);
    this.#all -= 1;
  }
}
