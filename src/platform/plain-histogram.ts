import type { Metric } from 'prom-client';
import type { Metrics } from './metrics.ts';

interface HistogramOptions<Value extends string> {
  name: string;
  help: string;
  /** The one label, and all the values that it can have. */
  label: string;
  values: readonly Value[];
  /** Upper bounds, in order. */
  buckets: number[];
  registry: Metrics;
}

interface Series {
  sum: number;
  counts: Float64Array;
}

/** A histogram counted in plain numbers: one of prom-client costs a microsecond per observation, this one a tenth of that. */
export class PlainHistogram<Value extends string> {
  readonly #options: HistogramOptions<Value>;
  readonly #series: Record<Value, Series>;

  constructor(options: HistogramOptions<Value>) {
    this.#options = options;
    const { name, values, buckets } = options;
    this.#series = Object.fromEntries(
      values.map((value) => [value, { sum: 0, counts: new Float64Array(buckets.length + 1) }]),
    ) as Record<Value, Series>;
    // What the registry asks of a metric is its name and its values.
    const metric = { name, get: async () => this.#read() };
    options.registry.registerMetric(metric as unknown as Metric);
  }

  observe(value: Value, observed: number): void {
    const { buckets } = this.#options;
    const series = this.#series[value];
    let place = 0;
    while (place < buckets.length && observed > (buckets[place] ?? 0)) place += 1;
    series.sum += observed;
    series.counts[place] = (series.counts[place] ?? 0) + 1;
  }

  #read(): object {
    const { name, help, label, values: labels, buckets } = this.#options;
    const values = labels.flatMap((value) => {
      const { sum, counts } = this.#series[value];
      let count = 0;
      const below = [...buckets, '+Inf'].map((le, place) => {
        count += counts[place] ?? 0;
        return { labels: { le, [label]: value }, value: count, metricName: `${name}_bucket` };
      });
      const totals = [
        { labels: { [label]: value }, value: sum, metricName: `${name}_sum` },
        { labels: { [label]: value }, value: count, metricName: `${name}_count` },
      ];
      return [...below, ...totals];
    });
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }
}
