import { coarseNetwork } from '#platform/client-network.ts';
import type { Clock } from '#platform/clock.ts';
import { RecentCount } from '#platform/recent-count.ts';

const rowsMax = 100;

/** The busiest codes, accounts and networks, for `waypost top`. In memory only. */
export class ScanTraffic {
  readonly #clock: Clock;
  readonly #codes = new RecentCount();
  readonly #accounts = new RecentCount();
  readonly #networks = new RecentCount();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A request for a link, existing or not. */
  countRequest(address: string): void {
    this.#networks.count(coarseNetwork(address), this.#clock.monotonicMs());
  }

  countScan(slug: string, accountId: string): void {
    const nowMs = this.#clock.monotonicMs();
    this.#codes.count(slug, nowMs);
    this.#accounts.count(accountId, nowMs);
  }

  read() {
    const nowMs = this.#clock.monotonicMs();
    return {
      requests: this.#networks.total(nowMs),
      codes: this.#codes.top(rowsMax, nowMs),
      accounts: this.#accounts.top(rowsMax, nowMs),
      networks: this.#networks.top(rowsMax, nowMs),
    };
  }
}
