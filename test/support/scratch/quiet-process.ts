import { pino } from 'pino';
import type { ProcessContext } from '#main/process-part.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { Health } from '#platform/health.ts';
import { createMetrics } from '#platform/metrics.ts';

/** What a part needs to run inside the test process, without a log. */
export function quietProcess(config: Config, clock: Clock = systemClock): ProcessContext {
  return {
    environment: {},
    config,
    log: pino({ level: 'silent' }),
    clock,
    health: new Health(),
    internalRoutes: new Map(),
    metrics: createMetrics(),
    tracing: null,
  };
}
