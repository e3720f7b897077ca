import type { WorkerEvents } from 'graphile-worker';

/** Jobs that a runner has and has not ended, or ended a moment ago: until then a result may be on its way. */
export class KnownJobs {
  readonly #endedMs = new Map<string, number>();
  readonly #momentMs: number;

  constructor(momentMs: number) {
    this.#momentMs = momentMs;
  }

  listen(events: WorkerEvents): void {
    // Our connections read bigint as a number, although the type of `id` says otherwise.
    events.on('job:start', ({ job }) => void this.#endedMs.set(String(job.id), Infinity));
    events.on('job:complete', ({ job }) => {
      this.#endedMs.set(String(job.id), performance.now());
      for (const id of this.#endedMs.keys()) if (!this.isKnown(id)) this.#endedMs.delete(id);
    });
  }

  isKnown(jobId: string): boolean {
    return (this.#endedMs.get(jobId) ?? -Infinity) > performance.now() - this.#momentMs;
  }
}
