import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '#platform/metrics.ts';

/** Costs and findings of destination safety. */
export class SafetyMetrics {
  readonly checks;
  readonly confirmations;
  readonly examined;
  readonly settled;
  readonly updates;

  constructor(registry: Metrics) {
    this.checks = counter(registry, 'checks', 'Destinations checked on writes', 'verdict');
    this.confirmations = counter(registry, 'confirmations', 'Prefixes sent to hashes:search', 'outcome');
    this.examined = counter(registry, 'examined', 'Known destinations that were checked again', 'reason');
    this.settled = counter(registry, 'settled', 'Codes blocked or restored by a re-scan', 'outcome');
    this.updates = counter(registry, 'list_updates', 'Updates of threat lists', 'outcome');
  }
}

/** Parts of one process share these metrics. */
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
  /** Added or removed hashes that were not looked up yet. */
  pendingKeys: number;
  /** Destinations with expired verdicts. */
  overdue: number;
  /** Destinations with an unknown result. */
  unverified: number;
  /** Destinations whose codes are not settled yet. */
  unsettled: number;
  /** Progress of the current sweep, 0 to 1. */
  sweepProgress: number;
  lists: { listId: string; entries: number; ageSeconds: number }[];
}

/** Read once per scrape for all gauges. */
export function registerBacklog(registry: Metrics, read: () => Promise<SafetyBacklog>): void {
  let asked: Promise<SafetyBacklog> | null = null;
  const ask = () => {
    asked ??= read().finally(() => {
      asked = null;
    });
    return asked;
  };
  const gauge = (name: string, help: string, valueOf: (backlog: SafetyBacklog) => number) => {
    new Gauge({
      name: `waypost_safety_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await ask().then(valueOf, () => Number.NaN));
      },
    });
  };
  gauge('pending_keys', 'Changed hashes that are not looked up yet', ({ pendingKeys }) => pendingKeys);
  gauge('overdue_destinations', 'Destinations whose verdict has expired', ({ overdue }) => overdue);
  gauge('unverified_destinations', 'Destinations that could not be checked', ({ unverified }) => unverified);
  gauge(
    'unsettled_destinations',
    'Destinations whose codes are not updated yet',
    ({ unsettled }) => unsettled,
  );
  gauge('sweep_progress', 'Completed share of the current sweep', ({ sweepProgress }) => sweepProgress);
  const listGauge = (
    name: string,
    help: string,
    valueOf: (list: SafetyBacklog['lists'][number]) => number,
  ) => {
    new Gauge({
      name: `waypost_safety_${name}`,
      help,
      labelNames: ['list'],
      registers: [registry],
      async collect() {
        const { lists } = await ask().catch(() => ({ lists: [] }));
        for (const list of lists) this.set({ list: list.listId }, valueOf(list));
      },
    });
  };
  listGauge('list_entries', 'Entries of a threat list', ({ entries }) => entries);
  listGauge(
    'list_age_seconds',
    'Time since a threat list was last up to date',
    ({ ageSeconds }) => ageSeconds,
  );
}
