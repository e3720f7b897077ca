import { fileURLToPath } from 'node:url';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Health } from '#platform/health.ts';
import type { DrainBounds } from '#platform/http-drain.ts';
import type { InternalRoutes } from '#platform/internal-server.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Tracing } from '#platform/tracing.ts';

export const partNames = ['api', 'scan', 'worker'] as const;
export type PartName = (typeof partNames)[number];

/** What the parts of one process share. */
export interface ProcessContext {
  environment: Record<string, string | undefined>;
  config: Config;
  log: Log;
  clock: Clock;
  health: Health;
  /** What its part answers on the internal port. */
  internalRoutes: InternalRoutes;
  metrics: Metrics;
  /** Null while traces are off. */
  tracing: Tracing | null;
}

/** One of api, scan and worker, running. */
export interface ProcessPart {
  name: string;
  /** Where it listens, if it does. */
  address: string | null;
  /** Stops taking work and finishes what it has. */
  drain(): Promise<void>;
  /** Lets go of its engines. */
  close(): Promise<void>;
}

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
export const grantsFile = fileURLToPath(new URL('../../deploy/database-roles/grants.sql', import.meta.url));

const drainIdleMs = 4_000;
const drainDeadlineMs = 8_000;

/** How a part that listens leaves. */
export function drainBounds(config: Pick<Config, 'shutdownDelaySeconds'>): DrainBounds {
  return { delayMs: config.shutdownDelaySeconds * 1_000, idleMs: drainIdleMs, deadlineMs: drainDeadlineMs };
}
