import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CronItem,
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import { KnownJobs } from './known-jobs.ts';
import { type Log, silentLog } from './log.ts';
import { createPostgresPool, isPostgresUnavailable, wholeTableTimeouts } from './postgres.ts';
import type { Tracing } from './tracing.ts';
import { silentMs, WorkerHeartbeat } from './worker-heartbeat.ts';

/** Each task by its name, with what it is told. */
export type Tasks<Payloads> = {
  [Name in keyof Payloads]: (payload: Payloads[Name], helpers: JobHelpers) => Promise<unknown>;
};

export interface JobsOptions<Payloads> {
  pool: pg.Pool;
  log: Log;
  tracing: Tracing | null;
  tasks: Tasks<Payloads>;
  /** Jobs of one queue run one after the other. */
  queues: Partial<Record<keyof Payloads, string>>;
  /** Tasks that run at fixed times. The pattern is that of cron, in UTC. */
  schedule: { task: keyof Payloads & string; match: string }[];
  concurrency: number;
  /** Called whenever the runner has begun: at first, and after each time that PostgreSQL was away. */
  onStart: () => Promise<void>;
}

const restartMsMin = 250;
const restartMsMax = 5_000;
/** A runner that ends by itself waits for its jobs, and with graphile-worker 0.18 for ever once two results could not be written. */
const endingMsMax = 10_000;

/** Runs jobs for as long as the process lives. When the runner gives up, because PostgreSQL is away, it is started again. */
export class JobRunner<Payloads> {
  readonly #options: JobsOptions<Payloads>;
  readonly #heartbeat: WorkerHeartbeat;
  readonly #leaving = new AbortController();
  readonly #known = new KnownJobs(silentMs);
  #runner: Runner | null = null;
  #abandoned: Promise<void> = Promise.resolve();
  #supervised: Promise<void> = Promise.resolve();
  #problem: string | null = null;

  constructor(options: JobsOptions<Payloads>) {
    this.#options = options;
    this.#heartbeat = new WorkerHeartbeat({
      pool: options.pool,
      log: options.log,
      isKnown: (jobId) => this.#known.isKnown(jobId),
      onLost: (jobIds) => this.#exchange(jobIds),
    });
  }

  /** Why no jobs are run now, or null. */
  get problem(): string | null {
    return this.#problem ?? this.#heartbeat.problem;
  }

  /** Also without PostgreSQL; whatever else is wrong is thrown. */
  async start(): Promise<void> {
    await this.#begin().catch((error: unknown) => {
      if (!isPostgresUnavailable(error)) throw error;
      this.#note(error);
    });
    this.#heartbeat.start();
    this.#supervised = this.#supervise();
  }

  /** Finishes the jobs that run. */
  async stop(): Promise<void> {
    this.#leaving.abort();
    this.#heartbeat.stop();
    // It may have ended by itself, with PostgreSQL.
    await this.#runner?.stop().catch(() => {});
    await this.#supervised;
  }

  async #supervise(): Promise<void> {
    const { signal } = this.#leaving;
    for (let delayMs = restartMsMin; !signal.aborted; delayMs = Math.min(delayMs * 2, restartMsMax)) {
      try {
        if (this.#runner === null) await this.#begin();
        delayMs = restartMsMin;
        await Promise.race([this.#runner?.promise, this.#abandoned]);
        if (!signal.aborted) this.#note(new Error('the job runner ended'));
      } catch (error) {
        this.#note(error);
      }
      this.#runner = null;
      this.#heartbeat.forgetAll();
      const jitter = 0.5 + Math.random();
      await sleep(delayMs * jitter, undefined, { signal }).catch(() => {});
    }
  }

  async #begin(): Promise<void> {
    const { pool, log, tasks, queues, schedule, tracing, concurrency, onStart } = this.#options;
    const events: WorkerEvents = new EventEmitter();
    // What is locked is locked by the pool, whichever of its workers runs it.
    events.on('pool:create', ({ workerPool }) => this.#heartbeat.add(workerPool.id));
    logJobs(events, log);
    this.#known.listen(events);
    this.#abandoned = this.#untilAbandoned(events);
    this.#runner = await run({
      events,
      pgPool: pool,
      logger: quietLogger(log),
      taskList: traceTasks(tasks as TaskList, tracing),
      parsedCronItems: parseCronItems(schedule.map(({ task, match }) => cronItem(task, match, queues[task]))),
      concurrency,
      noHandleSignals: true,
      // In batches, so that a result which can't be written ends the runner and not the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    try {
      if (this.#leaving.signal.aborted) throw new Error('the worker is leaving');
      await onStart();
    } catch (error) {
      // A runner that nobody knows of would run beside the next one.
      const runner = this.#runner;
      this.#runner = null;
      await runner.stop().catch(() => {});
      throw error;
    }
    if (this.#problem !== null) log.info('jobs are run again');
    this.#problem = null;
  }

  /** Its jobs are free once it has been silent for long enough, so nothing waits for those that go on. */
  async #untilAbandoned(events: WorkerEvents): Promise<void> {
    const { signal } = this.#leaving;
    await once(events, 'pool:gracefulShutdown');
    await sleep(endingMsMax, undefined, { ref: false });
    // Whoever leaves finishes what runs.
    if (signal.aborted) await new Promise(() => {});
  }

  /** The lock of a runner that no longer beats is free after a while, so another runner gets the job. */
  #exchange(jobIds: string[]): void {
    if (this.#leaving.signal.aborted || this.#runner === null) return;
    this.#options.log.warn(
      { job_ids: jobIds },
      'jobs are locked for this worker that it does not run; starting the job runner again',
    );
    this.#heartbeat.forgetAll();
    void this.#runner.stop().catch(() => {});
  }

  #note(error: unknown): void {
    if (this.#leaving.signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    if (this.#problem === null)
      this.#options.log.error({ err: error }, 'no jobs are run; starting the job runner again');
    this.#problem = `no jobs are run: ${message}`;
  }
}

/** In a queue one that waits is enough, and it goes before whatever has none. */
function cronItem(task: string, match: string, queue: string | undefined): CronItem {
  const inQueue = queue !== undefined && { queueName: queue, jobKey: task, priority: -10 };
  return { task, match, options: { backfillPeriod: 0, ...inQueue } };
}

/**
 * The queue's own lines come without their details: those hold whole payloads. Of single jobs it says nothing that `logJobs` does not say.
 */
function quietLogger(log: Log): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;
  return new Logger(() => (level, message) => {
    if (!/^(Completed|Failed) task/.test(message)) log[levels[level]](message);
  });
}

/** A job by its id, task, attempt and duration, never by its payload. */
function logJobs(events: WorkerEvents, log: Log): void {
  const startedMs = new Map<string, number>();
  const describe = (job: { id: string; task_identifier: string; attempts: number }) => {
    const started = startedMs.get(job.id);
    startedMs.delete(job.id);
    const durationMs = started === undefined ? null : Math.round(performance.now() - started);
    return { job_id: job.id, task: job.task_identifier, attempt: job.attempts, duration_ms: durationMs };
  };
  events.on('job:start', ({ job }) => void startedMs.set(job.id, performance.now()));
  events.on('job:success', ({ job }) => log.info(describe(job), 'a job was done'));
  events.on('job:error', ({ job, error }) => log.warn({ ...describe(job), err: error }, 'a job failed'));
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
  const pool = createPostgresPool({
    url: databaseUrl,
    poolMax: 2,
    applicationName: 'waypost-migrate',
    timeouts: wholeTableTimeouts,
    log: silentLog,
  });
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}
