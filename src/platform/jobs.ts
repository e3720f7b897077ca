import { EventEmitter } from 'node:events';
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Log } from './log.ts';
import type { Tracing } from './tracing.ts';
import { WorkerHeartbeat } from './worker-heartbeat.ts';

/** A task that runs at fixed times. The pattern is that of cron, in UTC. */
export interface ScheduledTask {
  task: string;
  match: string;
  /** Jobs of one queue run one after the other, one that waits is enough, and it goes before whatever has none. */
  queue?: string;
}

export interface JobsOptions {
  pool: pg.Pool;
  log: Log;
  tracing: Tracing | null;
  tasks: TaskList;
  schedule: ScheduledTask[];
  concurrency: number;
}

export interface RunningJobs {
  stop(): Promise<void>;
}

export async function startJobs(options: JobsOptions): Promise<RunningJobs> {
  const heartbeat = new WorkerHeartbeat(options.pool, options.log);
  const events: WorkerEvents = new EventEmitter();
  // What is locked is locked by the pool, whichever of its workers runs it.
  events.on('pool:create', ({ workerPool }) => heartbeat.add(workerPool.id));
  const levels = { error: 'error', warning: 'warn', info: 'info', debug: 'debug' } as const;
  const runner = await run({
    events,
    pgPool: options.pool,
    logger: new Logger(() => (level, message, meta) => options.log[levels[level]](meta ?? {}, message)),
    taskList: traceTasks(options.tasks, options.tracing),
    parsedCronItems: parseCronItems(
      options.schedule.map(({ task, match, queue }) => ({
        task,
        match,
        options: {
          backfillPeriod: 0,
          ...(queue !== undefined && { queueName: queue, jobKey: task, priority: -10 }),
        },
      })),
    ),
    concurrency: options.concurrency,
    noHandleSignals: true,
  });
  heartbeat.start();
  return {
    stop: async () => {
      heartbeat.stop();
      await runner.stop();
    },
  };
}

/** Each run is a span, of the trace of whoever enqueued it. */
function traceTasks(tasks: TaskList, tracing: Tracing | null): TaskList {
  if (tracing === null) return tasks;
  const wrapped = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    (payload, helpers) => {
      const parent = (payload as { traceparent?: string | null } | null)?.traceparent ?? null;
      const attributes = { 'waypost.job_id': helpers.job.id, 'waypost.attempt': helpers.job.attempts };
      return tracing.run(name, { kind: 'consumer', parent, attributes }, async () => {
        await task?.(payload, helpers);
      });
    },
  ]);
  return Object.fromEntries(wrapped);
}

export async function migrateJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => {}) });
}
