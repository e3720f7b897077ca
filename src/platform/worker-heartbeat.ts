import type pg from 'pg';
import type { Log } from './log.ts';

const beatMs = 5_000;
/** A worker that is silent for longer is dead, and its jobs are released. */
export const silentMs = 20_000;
const silence = `${silentMs} milliseconds`;

interface HeartbeatOptions {
  pool: pg.Pool;
  log: Log;
  /** Whether we run this job, or did a moment ago. */
  isKnown: (jobId: string) => boolean;
  /** Jobs are locked for us that we don't know: a connection broke before we were told. */
  onLost: (jobIds: string[]) => void;
}

/** Records that the workers of this process are alive, and releases the jobs of dead ones. */
export class WorkerHeartbeat {
  readonly #options: HeartbeatOptions;
  /** As in `locked_by`. */
  readonly #workerIds = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #beatenMs = performance.now();

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Others consider this worker dead now, and release its jobs. */
  get problem(): string | null {
    const seconds = Math.round((performance.now() - this.#beatenMs) / 1_000);
    return seconds * 1_000 > silentMs ? `the last heartbeat was ${seconds} s ago` : null;
  }

  add(workerId: string): void {
    this.#workerIds.add(workerId);
    void this.#beat();
  }

  /** The runner has ended: its jobs are released when it has been silent for long enough. */
  forgetAll(): void {
    this.#workerIds.clear();
  }

  start(): void {
    this.#timer = setInterval(() => void this.#beat(), beatMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    const { pool, log } = this.#options;
    try {
      await pool.query(
        `insert into worker_heartbeats (worker_id) select unnest($1::text[])
         on conflict (worker_id) do update set seen_at = now()`,
        [[...this.#workerIds]],
      );
      this.#beatenMs = performance.now();
      await this.#findLost();
      const freed = await pool.query(
        `with silent as (
           select distinct locked_by from graphile_worker.jobs
           where locked_at < now() - $1::interval and not exists (
             select from worker_heartbeats where worker_id = locked_by and seen_at > now() - $1::interval))
         select locked_by, graphile_worker.force_unlock_workers(array[locked_by]) from silent`,
        [silence],
      );
      await pool.query(`delete from worker_heartbeats where seen_at < now() - interval '1 day'`);
      for (const { locked_by: workerId } of freed.rows)
        log.warn({ workerId }, 'the jobs of a worker that stopped responding were released');
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat of the workers failed');
    }
  }

  async #findLost(): Promise<void> {
    const { pool, isKnown, onLost } = this.#options;
    const { rows } = await pool.query<{ id: string }>(
      `select id::text from graphile_worker.jobs where locked_by = any($1) and locked_at < now() - $2::interval`,
      [[...this.#workerIds], silence],
    );
    const lost = rows.map(({ id }) => id).filter((id) => !isKnown(id));
    if (lost.length > 0) onLost(lost);
  }
}
