import type pg from 'pg';
import type { Log } from './log.ts';

const beatMs = 5_000;
/** A worker that is silent for longer is dead, and its jobs are free again. */
const silence = '20 seconds';

/** Says that the workers of this process live, and frees the jobs of those that no longer do. */
export class WorkerHeartbeat {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  /** As they stand in `locked_by`. */
  readonly #workerIds = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  add(workerId: string): void {
    this.#workerIds.add(workerId);
    void this.#beat();
  }

  start(): void {
    this.#timer = setInterval(() => void this.#beat(), beatMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    try {
      await this.#pool.query(
        `insert into worker_heartbeats (worker_id) select unnest($1::text[])
         on conflict (worker_id) do update set seen_at = now()`,
        [[...this.#workerIds]],
      );
      const freed = await this.#pool.query(
        `with silent as (
           select distinct locked_by from graphile_worker.jobs
           where locked_at < now() - $1::interval and not exists (
             select from worker_heartbeats where worker_id = locked_by and seen_at > now() - $1::interval))
         select locked_by, graphile_worker.force_unlock_workers(array[locked_by]) from silent`,
        [silence],
      );
      await this.#pool.query(`delete from worker_heartbeats where seen_at < now() - interval '1 day'`);
      for (const { locked_by: workerId } of freed.rows)
        this.#log.warn({ workerId }, 'the jobs of a silent worker are free again');
    } catch (error) {
      this.#log.warn({ err: error }, 'the heartbeat of the workers failed');
    }
  }
}
