import { once } from 'node:events';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { Health } from '#platform/health.ts';
import { createInternalServer, type InternalRoutes } from '#platform/internal-server.ts';
import { listen } from '#platform/listen.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { Tracing } from '#platform/tracing.ts';
import { startApi } from './api.ts';
import { keepLineage } from './keep-lineage.ts';
import type { PartName, ProcessContext, ProcessPart } from './process-part.ts';
import { requirePrintedHosts } from './require-printed-hosts.ts';
import { startScan } from './scan.ts';
import { startWorker } from './worker.ts';

const starters: Record<PartName, (context: ProcessContext) => Promise<ProcessPart>> = {
  api: startApi,
  scan: startScan,
  worker: startWorker,
};
const exitDeadlineMs = 10_000;

/** Runs the named parts in this process until it is told to stop; resolves with the exit code. */
export async function start(
  environment: Record<string, string | undefined>,
  config: Config,
  names: readonly PartName[],
  version: string,
): Promise<number> {
  const log = createLog(config, `waypost-${names.join('-')}`);
  // Links are the most important part: a process that serves them is ready as long as it can serve them.
  const health = new Health(names.includes('scan') ? 'scan' : null);
  const metrics = createMetrics();
  const { endpoint, percent } = config.tracing;
  const tracing =
    endpoint === null
      ? null
      : await Tracing.open({
          endpoint,
          ratio: percent / 100,
          service: `waypost-${names.join('-')}`,
          version,
          onProblem: (problem) => log.warn({ problem }, 'traces could not be sent to the collector'),
        });
  const internalRoutes: InternalRoutes = new Map();
  // Before the first connection: an old primary must not be the first server that we know.
  keepLineage(config);
  const served = await requirePrintedHosts(config, names, log);
  const context: ProcessContext = {
    environment,
    config: served,
    log,
    clock: systemClock,
    health,
    internalRoutes,
    metrics,
    tracing,
  };

  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const parts: ProcessPart[] = [];
  for (const name of names) {
    const part = await starters[name](context);
    parts.push(part);
    log.info({ address: part.address }, `${name} is running`);
  }
  const internal = createInternalServer(health, metrics, internalRoutes);
  const address = await listen(internal, environment, {
    name: 'internal',
    host: config.internalBindAddress,
    port: config.internalPort,
  });
  log.info({ address }, 'health and metrics are served');

  await stopped;
  log.info('shutting down');
  health.startDraining();
  const overdue = setTimeout(
    () => {
      log.error('still busy at the end of the shutdown time; stopping anyway');
      process.exit(1);
    },
    exitDeadlineMs + config.shutdownDelaySeconds * 1_000,
  );
  overdue.unref();
  await Promise.all(parts.map((part) => part.drain()));
  await Promise.all(parts.map((part) => part.close()));
  await tracing?.close();
  internal.close();
  internal.closeAllConnections();
  log.info('stopped');
  return 0;
}
