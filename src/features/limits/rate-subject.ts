import type { RateDecision, RatePolicy } from '#core/rate-limit.ts';
import { RateWindow } from '#core/rate-window.ts';

interface Outage {
  /** What this process may still allow. */
  window: RateWindow;
  /** What it has allowed, which Redis must be told. */
  granted: RateWindow;
}

/** What one process knows about one key or address: enough to continue without Redis (D55). */
export class RateSubject {
  readonly #processesAlive: () => number;
  /** By the clock that decided. */
  #seenMicros = 0;
  #used = new Map<string, number>();
  #outage: Outage | null = null;

  constructor(processesAlive: () => number) {
    this.#processesAlive = processesAlive;
  }

  /** The last answer of Redis, to restore it if Redis has lost it. */
  seen(policy: RatePolicy): { bucket: number; count: number } {
    const count = this.#used.get(policy.name) ?? 0;
    return { bucket: Math.floor(this.#seenMicros / policy.bucketMicros), count };
  }

  /** Exactly one call reports each grant: its taker pays for it or gives it back. */
  takeDebts(policies: RatePolicy[], nowMicros: number): number[] {
    const granted = this.#outage?.granted;
    if (granted === undefined) return [];
    const debts = policies.map((policy) => granted.used(policy, nowMicros));
    if (this.#outage !== null) this.#outage.granted = new RateWindow();
    return debts;
  }

  giveBackDebts(policies: RatePolicy[], debts: number[], nowMicros: number): void {
    for (const [index, policy] of policies.entries()) {
      const debt = debts[index] ?? 0;
      if (debt > 0) this.#outage?.granted.add(policy, nowMicros, debt);
    }
  }

  noteAnswer(decision: RateDecision, decidedMicros: number, nowMicros: number): void {
    this.#seenMicros = decidedMicros;
    this.#used = new Map(decision.usage.map(({ policy, used }) => [policy.name, used]));
    // A response from before the outage doesn't end it: later grants must still be reported.
    const granted = this.#outage?.granted;
    const isPaid = decision.usage.every(({ policy }) => (granted?.used(policy, nowMicros) ?? 0) === 0);
    if (isPaid) this.#outage = null;
  }

  /** A share of the quota, minus a share of what was already used. */
  decideAlone(policies: RatePolicy[], nowMicros: number): RateDecision {
    const shares = policies.map((policy) => ({ ...policy, quota: this.#share(policy.quota) }));
    this.#outage ??= this.#beginOutage(policies, shares);
    const { window, granted } = this.#outage;
    const decision = window.decide(shares, nowMicros);
    if (decision.allowed) for (const share of shares) granted.add(share, nowMicros, share.cost ?? 1);
    return decision;
  }

  #beginOutage(policies: RatePolicy[], shares: RatePolicy[]): Outage {
    const window = new RateWindow();
    for (const [index, share] of shares.entries()) {
      const quota = policies[index]?.quota ?? share.quota;
      const remaining = Math.max(0, quota - (this.#used.get(share.name) ?? 0));
      const gone = share.quota - Math.min(share.quota, Math.floor(remaining / this.#processesAlive()));
      if (gone > 0) window.add(share, this.#seenMicros, gone);
    }
    return { window, granted: new RateWindow() };
  }

  /** At least one: a quota smaller than the number of processes would refuse everything. */
  #share(quota: number): number {
    return Math.max(1, Math.floor(quota / this.#processesAlive()));
  }
}
