import type { WorkerEvents } from 'graphile-worker';

/** The jobs that a runner was given, by when they ended. */
export class KnownJobs {
  readonly #endedMs = new Map<string, number>();

  listen(events: WorkerEvents): void {
    // Our connections read bigint as a number, whatever the type of `id` says.
    events.on('job:start', ({ job }) => void this.#endedMs.set(String(job.id), Infinity));
    events.on('job:complete', ({ job }) => void this.#endedMs.set(String(job.id), performance.now()));
  }

  /** Also a moment after it ended: until then its result may be on its way. */
  isRunning(jobId: string, momentMs: number): boolean {
    const earliestMs = performance.now() - momentMs;
    for (const [id, endedMs] of this.#endedMs) if (endedMs < earliestMs) this.#endedMs.delete(id);
    return this.#endedMs.has(jobId);
  }
}
