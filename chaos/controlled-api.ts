import { startApi } from '#main/api.ts';
import { parseConfig } from '#platform/config.ts';
import { Health } from '#platform/health.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';

/** An API process whose clock is set by its parent: `{nowMs}` in, `{nowMs, processes}` back. */
const parsed = parseConfig({ ...process.env, API_PORT: '0', LOG_LEVEL: 'fatal' });
if (!parsed.ok) throw new Error(parsed.problems.join('; '));
let nowMs = Number(process.env['START_MS']);
const metrics = createMetrics();
const part = await startApi(
  {
    environment: {},
    config: parsed.config,
    log: createLog(parsed.config, 'controlled'),
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    health: new Health(),
    internalRoutes: new Map(),
    metrics,
    tracing: null,
  },
  { clockRulesRedis: true },
);
process.on('message', (message: { nowMs: number }) => {
  nowMs = message.nowMs;
  void acknowledge();
});

async function acknowledge(): Promise<void> {
  const gauge = await metrics.getSingleMetric('waypost_api_processes')?.get();
  process.send?.({ nowMs, processes: gauge?.values[0]?.value });
}

process.on('disconnect', () => process.exit(0));
process.send?.({ address: part.address });
