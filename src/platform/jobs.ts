import { Logger, parseCronItems, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from './log.ts';

/** A task that runs at fixed times. The pattern is that of cron, in UTC. */
export interface ScheduledTask {
  task: string;
  match: string;
}

export interface JobsOptions {
  pool: pg.Pool;
  log: Log;
  tasks: TaskList;
  schedule: ScheduledTask[];
  concurrency: number;
}

export async function startJobs(options: JobsOptions): Promise<Runner> {
  const levels = { error: 'error', warning: 'warn', info: 'info', debug: 'debug' } as const;
  return run({
    pgPool: options.pool,
    logger: new Logger(() => (level, message, meta) => options.log[levels[level]](meta ?? {}, message)),
    taskList: options.tasks,
    parsedCronItems: parseCronItems(
      options.schedule.map((item) => ({ ...item, options: { backfillPeriod: 0 } })),
    ),
    concurrency: options.concurrency,
    noHandleSignals: true,
  });
}

export async function migrateJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => {}) });
}
