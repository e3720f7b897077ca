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

/** Shared by the parts of one process. */
export interface ProcessContext {
  environment: Record<string, string | undefined>;
  config: Config;
  log: Log;
  clock: Clock;
  health: Health;
  /** Additional paths of its part on the internal port. */
  internalRoutes: InternalRoutes;
  metrics: Metrics;
  /** Null while tracing is off. */
  tracing: Tracing | null;
}

/** One of api, scan and worker, running. */
export interface ProcessPart {
  name: string;
  /** Its addresses, if it listens. */
  address: string | null;
  /** Stops accepting work and finishes its current work. */
  drain(): Promise<void>;
  /** Closes its connections. */
  close(): Promise<void>;
}

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
export const ledgerMigrationsFolder = fileURLToPath(new URL('../../ledger-migrations', import.meta.url));
export const grantsFile = fileURLToPath(new URL('../../deploy/database-roles/grants.sql', import.meta.url));
export const ledgerGrantsFile = fileURLToPath(
  new URL('../../deploy/database-roles/ledger-grants.sql', import.meta.url),
);

const drainIdleMs = 4_000;
const drainDeadlineMs = 8_000;

/** How a listening part stops. */
export function drainBounds(config: Pick<Config, 'shutdownDelaySeconds'>): DrainBounds {
  return { delayMs: config.shutdownDelaySeconds * 1_000, idleMs: drainIdleMs, deadlineMs: drainDeadlineMs };
}
