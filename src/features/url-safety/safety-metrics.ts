import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '#platform/metrics.ts';

/** What the safety of destinations costs and finds. */
export class SafetyMetrics {
  readonly checks;
  readonly confirmations;
  readonly examined;
  readonly settled;
  readonly updates;

  constructor(registry: Metrics) {
    this.checks = counter(registry, 'checks', 'Destinations checked on writes', 'verdict');
    this.confirmations = counter(registry, 'confirmations', 'Prefixes sent to hashes:search', 'outcome');
    this.examined = counter(registry, 'examined', 'Known destinations looked at again', 'reason');
    this.settled = counter(registry, 'settled', 'Codes blocked or restored by a re-scan', 'outcome');
    this.updates = counter(registry, 'list_updates', 'Updates of threat lists', 'outcome');
  }
}

/** Parts that run in one process count together. */
function counter<Label extends string>(
  registry: Metrics,
  name: string,
  help: string,
  label: Label,
): Counter<Label> {
  const fullName = `waypost_safety_${name}_total`;
  const known = registry.getSingleMetric(fullName);
  if (known !== undefined) return known as Counter<Label>;
  return new Counter({ name: fullName, help, labelNames: [label], registers: [registry] });
}

export interface SafetyBacklog {
  /** Hashes that came or went and were not looked up yet. */
  pendingKeys: number;
  /** Destinations whose verdict has outlived itself. */
  overdue: number;
  /** Destinations whose codes are not settled yet. */
  unsettled: number;
  /** How much of the present sweep is done, 0 to 1. */
  sweepProgress: number;
  lists: { listId: string; entries: number; ageSeconds: number }[];
}

/** Asked for whenever the metrics are. */
export function registerBacklog(registry: Metrics, read: () => Promise<SafetyBacklog>): void {
  const registers = [registry];
  const entries = new Gauge({
    name: 'waypost_safety_list_entries',
    help: 'Entries of a threat list',
    labelNames: ['list'],
    registers,
  });
  const age = new Gauge({
    name: 'waypost_safety_list_age_seconds',
    help: 'Since a threat list was last found up to date',
    labelNames: ['list'],
    registers,
  });
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `waypost_safety_${name}`, help, registers });
  const pending = gauge('pending_keys', 'Changed hashes that were not looked up yet');
  const overdue = gauge('overdue_destinations', 'Destinations whose verdict is older than its life');
  const unsettled = gauge(
    'unsettled_destinations',
    'Destinations whose codes do not follow their verdict yet',
  );
  new Gauge({
    name: 'waypost_safety_sweep_progress',
    help: 'Share of the present sweep that is done',
    registers,
    // One question for all of them: this one asks.
    async collect() {
      const backlog = await read().catch(() => null);
      if (backlog === null) return;
      this.set(backlog.sweepProgress);
      pending.set(backlog.pendingKeys);
      overdue.set(backlog.overdue);
      unsettled.set(backlog.unsettled);
      for (const list of backlog.lists) {
        entries.set({ list: list.listId }, list.entries);
        age.set({ list: list.listId }, list.ageSeconds);
      }
    },
  });
}
