import { Gauge } from 'prom-client';
import type { Metrics } from '#platform/metrics.ts';

/** The number of counted scans that are not folded, on the server with the most. */
export function registerOpenRows(metrics: Metrics, count: () => Promise<number>): void {
  new Gauge({
    name: 'waypost_scan_open_rows',
    help: 'Rows of counted scans that are not added to the counts of their codes yet, on the server with the most',
    registers: [metrics],
    async collect() {
      // A scrape must not fail because of the database.
      this.set(await count().catch(() => Number.NaN));
    },
  });
}
