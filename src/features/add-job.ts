import { type RawBuilder, sql } from 'kysely';
import { currentTraceparent } from '#platform/tracing.ts';
import type { Db } from './database.ts';

/** All background tasks with their payloads. `main/worker.ts` runs them. */
export interface JobPayloads {
  'check-destinations': null;
  'check-domain-expiries': null;
  'check-domains': null;
  'delete-old-reports': null;
  'delete-sign-in-tries': null;
  'delete-visitor-salts': null;
  'find-scan-alarms': null;
  'learn-scan-baselines': null;
  'deliver-troubled-webhooks': { endpoint_id: string };
  'deliver-webhooks': { endpoint_id: string };
  'erase-accounts': null;
  'examine-safety-changes': null;
  'fold-scans': null;
  'keep-event-partitions': null;
  'keep-events': null;
  'keep-safety-record': null;
  'keep-scan-partitions': null;
  'purge-idempotency-keys': null;
  'purge-replaced-files': null;
  'replay-webhook': { endpoint_id: string; after: string; through: string };
  'replay-webhook-scans': {
    endpoint_id: string;
    qr_id: string;
    after_number: number;
    /** Null: as far as was sent when the job runs for the first time. */
    through_number: number | null;
  };
  'redraw-project': { project_id: string };
  'redraw-secrets': null;
  'render-qr-code': { qr_id: string; generation: number };
  'purge-exports': null;
  'roll-up-scans': null;
  'run-export': { export_id: string };
  'send-reports': null;
  'send-sealed-mail': { mail_id: string };
  'sweep-destinations': null;
  'sync-lists': null;
  'update-threat-lists': null;
}

export type JobName = keyof JobPayloads;

/** Jobs of one queue run one after the other. */
export const jobQueues: Partial<Record<JobName, string>> = {
  'check-destinations': 'destinations',
  'check-domain-expiries': 'domain-expiries',
  'check-domains': 'domains',
  'erase-accounts': 'erase-accounts',
  'examine-safety-changes': 'safety-changes',
  'find-scan-alarms': 'scan-alarms',
  'fold-scans': 'fold-scans',
  'keep-events': 'events',
  'keep-scan-partitions': 'scan-partitions',
  'learn-scan-baselines': 'scan-baselines',
  'redraw-project': 'redraw',
  'replay-webhook': 'webhook-replays',
  'replay-webhook-scans': 'webhook-replays',
  'redraw-secrets': 'redraw-secrets',
  'roll-up-scans': 'roll-up-scans',
  'send-reports': 'reports',
  'send-sealed-mail': 'mail',
  'sweep-destinations': 'sweep',
  'sync-lists': 'lists',
  'update-threat-lists': 'threat-lists',
};

export interface JobOptions {
  /** Replaces a waiting job with the same key. */
  key?: string;
  /** Lower numbers run first; the default is 0. */
  priority?: number;
  maxAttempts?: number;
  delaySeconds?: number;
}

/** Enqueues a job, in the transaction that needs it. */
export async function addJob<Name extends JobName>(
  db: Db,
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  await addJobs(db, name, [{ payload, options }]);
}

/** Several jobs of one task in one statement. */
export async function addJobs<Name extends JobName>(
  db: Db,
  name: Name,
  jobs: { payload: JobPayloads[Name]; options: JobOptions }[],
): Promise<void> {
  const rows = jobs.map(({ payload, options: { key, priority, maxAttempts, delaySeconds = 0 } }) => ({
    payload: withTrace(payload),
    key,
    priority,
    attempts: maxAttempts,
    delay: delaySeconds,
  }));
  await enqueueAll(rows, async (left) => {
    const { rows: added } = await sql<{ id: string | null }>`
      select (graphile_worker.add_job(${name}, job.payload, ${jobQueues[name] ?? null},
        now() + make_interval(secs => job.delay), job.attempts, job.key, job.priority)).id
      from json_to_recordset(${JSON.stringify(left)})
        as job (payload json, key text, priority int, attempts int, delay float8)`.execute(db);
    return left.filter((_, place) => added[place]?.id == null);
  });
}

const triesMax = 20;

/**
 * graphile-worker ignores a job with a key if a worker begins the previous one in that very moment. That one may not have seen what the new
 * job is for, so the new one is enqueued again.
 * @param enqueue enqueues jobs and returns those that were ignored.
 */
export async function enqueueAll<Job>(jobs: Job[], enqueue: (jobs: Job[]) => Promise<Job[]>): Promise<void> {
  let left = jobs;
  for (let tried = 0; left.length > 0; tried++) {
    if (tried === triesMax) throw new Error('a job could not be enqueued');
    left = await enqueue(left);
  }
}

/** An SQL call, for a statement that does more than enqueue. Without a key, a job is never ignored. */
export function jobCall<Name extends JobName>(
  name: Name,
  payload: JobPayloads[Name],
  { maxAttempts, priority }: Pick<JobOptions, 'maxAttempts' | 'priority'>,
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${name}, ${JSON.stringify(withTrace(payload))}::json, ${jobQueues[name] ?? null}::text,
    max_attempts => ${maxAttempts ?? null}::int, priority => ${priority ?? null}::int)`;
}

/** The job continues the trace of the request that enqueued it. */
function withTrace(payload: object | null): object {
  const traceparent = currentTraceparent();
  return { ...payload, ...(traceparent !== null && { traceparent }) };
}
