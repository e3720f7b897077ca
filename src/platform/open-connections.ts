import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** Connections of one task. They are closed at its end, so that none waits for a next request that nobody sends. */
export class OpenConnections {
  readonly #most: number;
  readonly #agents = new Map<string, HttpAgent>();
  #isClosed = false;

  /** @param most connections to one address at a time. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Those to this address only: a name can get another one at any time. */
  of({ protocol, origin }: URL, address: string): HttpAgent {
    if (this.#isClosed) throw new Error('the connections are closed');
    const key = `${origin} ${address}`;
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const options = { keepAlive: true, maxSockets: this.#most };
    const made = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
    this.#agents.set(key, made);
    return made;
  }

  close(): void {
    this.#isClosed = true;
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }
}
