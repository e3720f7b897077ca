import { coarseNetwork } from '#platform/client-network.ts';
import type { Clock } from '#platform/clock.ts';
import { RecentCount } from '#platform/recent-count.ts';

const rowsMax = 100;

/** The accounts and networks with the most requests, for `waypost top`. In memory only. */
export class ApiTraffic {
  readonly #clock: Clock;
  readonly #accounts = new RecentCount();
  readonly #networks = new RecentCount();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  count(address: string, accountId: string | null): void {
    const nowMs = this.#clock.monotonicMs();
    this.#networks.count(coarseNetwork(address), nowMs);
    if (accountId !== null) this.#accounts.count(accountId, nowMs);
  }

  read() {
    const nowMs = this.#clock.monotonicMs();
    return {
      requests: this.#networks.total(nowMs),
      accounts: this.#accounts.top(rowsMax, nowMs),
      networks: this.#networks.top(rowsMax, nowMs),
    };
  }
}
