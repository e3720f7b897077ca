import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#features/database.ts';
import { insertUpdateJob } from '#features/url-safety/rescan/change-queries.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import type { Metrics } from '#platform/metrics.ts';
import { WebRiskDouble } from '../doubles/web-risk-double.ts';
import { quietProcess } from './quiet-process.ts';
import { startTestApi, type TestApi } from './test-api.ts';

export interface TestSafety {
  webRisk: WebRiskDouble;
  api: TestApi;
  worker: ProcessPart;
  /** Of the worker. */
  metrics: Metrics;
  /** Updates the lists, and waits until everything that follows is done. */
  update(): Promise<void>;
  /** Checks expired verdicts, and waits. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** An API and a worker that use a double of Web Risk. */
export async function startTestSafety(environment: Record<string, string> = {}): Promise<TestSafety> {
  const webRisk = await WebRiskDouble.start();
  const api = await startTestApi({ environment: { ...webRisk.environment, ...environment } });
  const context = quietProcess(api.config);
  const worker = await startWorker(context);
  const update = async () => {
    await insertUpdateJob(api.db);
    await untilIdle(api.db);
  };
  await update();
  const safety: TestSafety = {
    webRisk,
    api,
    worker,
    metrics: context.metrics,
    update,
    sweep: async () => {
      await sql`select graphile_worker.add_job('sweep-destinations', queue_name => 'sweep')`.execute(api.db);
      await untilIdle(api.db);
    },
    close: async () => {
      await safety.worker.drain();
      await safety.worker.close();
      await api.close();
      webRisk.close();
    },
  };
  return safety;
}

/** Waits until no safety job waits or runs. One that was replaced while it ran, and killed, is never retried. */
export async function untilIdle(db: Db, timeoutMs = 60_000): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const { rows } = await sql<{ last_error: string | null }>`select last_error from graphile_worker.jobs
      where task_identifier in ('update-threat-lists', 'examine-safety-changes', 'sweep-destinations')
        and attempts < max_attempts`.execute(db);
    if (rows.length === 0) return;
    for (const { last_error } of rows) assert.equal(last_error, null);
    assert.ok(performance.now() < endMs, 'jobs about safety never end');
    await sleep(20);
  }
}
