import { collectDefaultMetrics, Registry } from 'prom-client';

export type Metrics = Registry;

/** One registry per process; each part adds its own metrics, named `waypost_…`. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
