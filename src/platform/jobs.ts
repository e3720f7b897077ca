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

/** Each task by name, with its payload. */
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
  /** Tasks with a schedule. The pattern is a cron pattern in UTC. */
  schedule: { task: keyof Payloads & string; match: string }[];
  concurrency: number;
  /** Called whenever the runner starts: at first, and after each outage of PostgreSQL. */
  onStart: () => Promise<void>;
}

const restartMsMin = 250;
const restartMsMax = 5_000;
/** A runner that ends by itself waits for its jobs, and with graphile-worker 0.18 forever if two results could not be written. */
const endingMsMax = 10_000;

/** Runs jobs as long as the process lives. If the runner ends because PostgreSQL is away, it is started again. */
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

  /** Starts even without PostgreSQL; other problems are thrown. */
  async start(): Promise<void> {
    await this.#begin().catch((error: unknown) => {
      if (!isPostgresUnavailable(error)) throw error;
      this.#note(error);
    });
    this.#heartbeat.start();
    this.#supervised = this.#supervise();
  }

  /** Finishes running jobs. */
  async stop(): Promise<void> {
    this.#leaving.abort();
    this.#heartbeat.stop();
    // It may have ended by itself, together with PostgreSQL.
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
    // Jobs are locked by the pool, not by one of its workers.
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
      // In batches, so that a result that can't be written ends the runner and not the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    try {
      if (this.#leaving.signal.aborted) throw new Error('the worker is leaving');
      await onStart();
    } catch (error) {
      // A forgotten runner would run next to the new one.
      const runner = this.#runner;
      this.#runner = null;
      await runner.stop().catch(() => {});
      throw error;
    }
    if (this.#problem !== null) log.info('jobs are running again');
    this.#problem = null;
  }

  /** Its jobs are released when it has been silent for long enough, so nothing waits for them. */
  async #untilAbandoned(events: WorkerEvents): Promise<void> {
    const { signal } = this.#leaving;
    await once(events, 'pool:gracefulShutdown');
    await sleep(endingMsMax, undefined, { ref: false });
    // A stopping worker finishes its running jobs.
    if (signal.aborted) await new Promise(() => {});
  }

  /** The lock of a runner without a heartbeat is released after a while, so another runner gets the job. */
  #exchange(jobIds: string[]): void {
    if (this.#leaving.signal.aborted || this.#runner === null) return;
    this.#options.log.warn(
      { job_ids: jobIds },
      'this worker has locked jobs that it does not run; restarting the job runner',
    );
    this.#heartbeat.forgetAll();
    void this.#runner.stop().catch(() => {});
  }

  #note(error: unknown): void {
    if (this.#leaving.signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    if (this.#problem === null)
      this.#options.log.error({ err: error }, 'no jobs are running; restarting the job runner');
    this.#problem = `no jobs are running: ${message}`;
  }
}

/** One waiting job per queue is enough, and it has priority over jobs without a queue. */
function cronItem(task: string, match: string, queue: string | undefined): CronItem {
  const inQueue = queue !== undefined && { queueName: queue, jobKey: task, priority: -10 };
  return { task, match, options: { backfillPeriod: 0, ...inQueue } };
}

/** The queue's own log lines lose their details, because those contain whole payloads. `logJobs` covers single jobs. */
function quietLogger(log: Log): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;
  return new Logger(() => (level, message) => {
    if (!/^(Completed|Failed) task/.test(message)) log[levels[level]](message);
  });
}

/** Logs a job by its ID, task, attempt and duration, never by its payload. */
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

/** Each run is a span in the trace of the request that enqueued it. */
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
