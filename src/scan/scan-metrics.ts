import { Counter, Gauge, Histogram } from 'prom-client';
import type { Metrics } from '#platform/metrics.ts';
import { PlainHistogram } from '#platform/plain-histogram.ts';
import { type PageKind, pageKinds } from './page-kinds.ts';

export type CountedOutcome = 'redirect' | 'text' | Exclude<PageKind, 'domain_root'>;
const outcomes = [
  'redirect',
  'text',
  ...Object.keys(pageKinds).filter((kind) => kind !== 'domain_root'),
] as CountedOutcome[];

interface Gauges {
  journalBytes: () => number;
  pending: () => number;
  cachedTargets: () => number;
  postgresAwaySeconds: () => number;
  sinceCommitSeconds: () => number;
  journalBytesMax: () => number;
  snapshotTargets: () => number;
  /** NaN if there is none. */
  snapshotAgeSeconds: () => number;
  ledgerServersAway: () => number;
}

/** Plain numbers that are exported on request: labels would cost a microsecond per scan. */
export class ScanMetrics {
  readonly #totals = { rereads: 0, hits: 0, misses: 0, reports: 0, refused: 0, uncounted: 0 };
  readonly #outcomes = Object.fromEntries(
    outcomes.map((name) => [name, { counted: 0, uncounted: 0 }]),
  ) as Record<CountedOutcome, { counted: number; uncounted: number }>;
  readonly #answerSeconds: PlainHistogram<CountedOutcome>;
  readonly #batchScans: Histogram;
  readonly #commitSeconds: Histogram;

  constructor(registry: Metrics, gauges: Gauges) {
    const [answers, totals] = [this.#outcomes, this.#totals];
    const registers = [registry];
    new Counter({
      name: 'waypost_scans_total',
      help: 'Scans by outcome, and whether a redirect was counted',
      labelNames: ['outcome', 'counted'],
      registers,
      collect() {
        this.reset();
        for (const [outcome, { counted, uncounted }] of Object.entries(answers)) {
          this.inc({ outcome, counted: 'yes' }, counted);
          this.inc({ outcome, counted: 'no' }, uncounted);
        }
      },
    });
    new Counter({
      name: 'waypost_scan_rereads_total',
      help: 'Codes that were read again because the cached target was out of date',
      registers,
      collect() {
        this.reset();
        this.inc(totals.rereads);
      },
    });
    new Counter({
      name: 'waypost_scan_cache_total',
      help: 'Lookups of slugs in memory',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset();
        this.inc({ result: 'hit' }, totals.hits);
        this.inc({ result: 'miss' }, totals.misses);
      },
    });
    new Counter({
      name: 'waypost_abuse_reports_total',
      help: 'Abuse reports received',
      registers,
      collect() {
        this.reset();
        this.inc(totals.reports);
      },
    });
    new Counter({
      name: 'waypost_scan_uncounted_redirects_total',
      help: 'Redirects that could not be counted, because the journal is full and JOURNAL_FULL is redirect',
      registers,
      collect() {
        this.reset();
        this.inc(totals.uncounted);
      },
    });
    this.#answerSeconds = new PlainHistogram({
      name: 'waypost_scan_seconds',
      help: 'Time from the arrival of a scan to its response, by outcome',
      label: 'outcome',
      values: outcomes,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registry,
    });
    new Counter({
      name: 'waypost_scan_refused_total',
      help: 'Codes that PostgreSQL could not count although it was reachable, for example because of a damaged page',
      registers,
      collect() {
        this.reset();
        this.inc(totals.refused);
      },
    });
    this.#batchScans = new Histogram({
      name: 'waypost_scan_batch_scans',
      help: 'Scans per batch',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
      registers,
    });
    this.#commitSeconds = new Histogram({
      name: 'waypost_scan_commit_seconds',
      help: 'Time that PostgreSQL needs per batch',
      buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
      registers,
    });
    for (const [name, help, read] of [
      ['waypost_scan_journal_bytes', 'Scans in the journal that are not counted yet', gauges.journalBytes],
      ['waypost_scan_pending', 'Scans that wait for a response', gauges.pending],
      ['waypost_scan_cached_targets', 'Targets in memory', gauges.cachedTargets],
      [
        'waypost_scan_postgres_away_seconds',
        'Time since PostgreSQL became unreachable',
        gauges.postgresAwaySeconds,
      ],
      ['waypost_scan_ledger_servers_away', "Ledger servers that can't take scans", gauges.ledgerServersAway],
      [
        'waypost_scan_since_commit_seconds',
        'Time since the last commit in PostgreSQL',
        gauges.sinceCommitSeconds,
      ],
      ['waypost_scan_journal_max_bytes', 'Maximum size of the journal', gauges.journalBytesMax],
      ['waypost_scan_snapshot_targets', 'Targets in the snapshot on disk', gauges.snapshotTargets],
      [
        'waypost_scan_snapshot_age_seconds',
        'Time since the snapshot was completed',
        gauges.snapshotAgeSeconds,
      ],
    ] as const) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    }
  }

  countAnswer(outcome: CountedOutcome, isCounted: boolean, seconds: number): void {
    this.#outcomes[outcome][isCounted ? 'counted' : 'uncounted'] += 1;
    this.#answerSeconds.observe(outcome, seconds);
  }

  countLookUp(isHit: boolean): void {
    if (isHit) this.#totals.hits += 1;
    else this.#totals.misses += 1;
  }

  countReport(): void {
    this.#totals.reports += 1;
  }

  countUncounted(redirects: number): void {
    this.#totals.uncounted += redirects;
  }

  countRefused(): void {
    this.#totals.refused += 1;
  }

  countReread(): void {
    this.#totals.rereads += 1;
  }

  observeBatch(groups: { counted: unknown[]; uncounted: unknown[] }[], seconds: number): void {
    this.#batchScans.observe(
      groups.reduce((sum, { counted, uncounted }) => sum + counted.length + uncounted.length, 0),
    );
    this.#commitSeconds.observe(seconds);
  }
}
