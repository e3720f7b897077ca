import { Gauge } from 'prom-client';
import type { Metrics } from '#platform/metrics.ts';

/** The number of reports that wait for the operator. */
export function registerOpenReports(metrics: Metrics, count: () => Promise<number>): void {
  new Gauge({
    name: 'waypost_abuse_reports_open',
    help: 'Open abuse reports',
    registers: [metrics],
    async collect() {
      // A scrape must not fail because of the database.
      this.set(await count().catch(() => Number.NaN));
    },
  });
}
