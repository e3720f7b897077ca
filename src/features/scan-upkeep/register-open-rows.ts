import { Gauge } from 'prom-client';
import type { Metrics } from '#platform/metrics.ts';

/** How much is counted and not yet folded. */
export function registerOpenRows(metrics: Metrics, count: () => Promise<number>): void {
  new Gauge({
    name: 'waypost_scan_open_rows',
    help: 'Rows of counted scans that are not yet added to the counts of their codes',
    registers: [metrics],
    async collect() {
      // A scrape must not fail with the database.
      this.set(await count().catch(() => Number.NaN));
    },
  });
}
