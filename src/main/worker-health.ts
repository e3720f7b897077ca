import { Gauge } from 'prom-client';
import type { FileStore } from '#platform/file-store.ts';
import { proveFileStore } from '#platform/prove-file-store.ts';
import type { ProcessContext } from './process-part.ts';

/** The interval of file store checks, however often readiness is requested. */
const storeMs = 10_000;

/** Ready means that jobs run and their images can be stored. */
export function addWorkerHealth(
  { health, clock, metrics }: ProcessContext,
  runner: { readonly problem: string | null },
  store: FileStore,
): void {
  health.add('worker', async () => {
    if (runner.problem !== null) throw new Error(runner.problem);
  });
  new Gauge({
    name: 'waypost_jobs_running',
    help: '1 while this worker runs jobs',
    registers: [metrics],
    collect() {
      this.set(runner.problem === null ? 1 : 0);
    },
  });
  let proved = { atMs: -Infinity, outcome: Promise.resolve() };
  health.add('files', () => {
    if (clock.monotonicMs() - proved.atMs >= storeMs) {
      proved = { atMs: clock.monotonicMs(), outcome: proveFileStore(store) };
      // The next request gets it; there may have been none meanwhile.
      proved.outcome.catch(() => {});
    }
    return proved.outcome.catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`images can't be stored (${reason}); see: waypost doctor`);
    });
  });
}
