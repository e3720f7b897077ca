import { type RawBuilder, sql } from 'kysely';
import { currentTraceparent } from '#platform/tracing.ts';
import type { Db } from './database.ts';

/** Every background task, with what it is told. `main/worker.ts` runs them. */
export interface JobPayloads {
  'check-domains': null;
  'delete-old-reports': null;
  'delete-sign-in-tries': null;
  'delete-visitor-salts': null;
  'erase-accounts': null;
  'examine-safety-changes': null;
  'fold-scans': null;
  'keep-safety-record': null;
  'keep-scan-partitions': null;
  'purge-idempotency-keys': null;
  'purge-replaced-files': null;
  'redraw-project': { project_id: string };
  'redraw-secrets': null;
  'render-qr-code': { qr_id: string; generation: number };
  'roll-up-scans': null;
  'send-sealed-mail': { mail_id: string };
  'sweep-destinations': null;
  'update-threat-lists': null;
}

export type JobName = keyof JobPayloads;

/** Jobs of one queue run one after the other. */
export const jobQueues: Partial<Record<JobName, string>> = {
  'check-domains': 'domains',
  'erase-accounts': 'erase-accounts',
  'examine-safety-changes': 'safety-changes',
  'fold-scans': 'fold-scans',
  'redraw-project': 'redraw',
  'redraw-secrets': 'redraw-secrets',
  'roll-up-scans': 'roll-up-scans',
  'send-sealed-mail': 'mail',
  'sweep-destinations': 'sweep',
  'update-threat-lists': 'threat-lists',
};

export interface JobOptions {
  /** A job that waits under the same key is replaced. */
  key?: string;
  /** Lower goes first; 0 unless told. */
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
  await sql`select ${jobCall(name, payload, options)}`.execute(db);
}

/** So many jobs of one task in one statement. */
export async function addJobs<Name extends JobName>(
  db: Db,
  name: Name,
  jobs: { payload: JobPayloads[Name]; options: JobOptions }[],
): Promise<void> {
  const rows = jobs.map(({ payload, options: { key, priority } }) => ({
    payload: withTrace(payload),
    key,
    priority,
  }));
  await sql`select graphile_worker.add_job(${name}, job.payload, ${jobQueues[name] ?? null},
      job_key => job.key, priority => job.priority)
    from json_to_recordset(${JSON.stringify(rows)}) as job (payload json, key text, priority int)`.execute(
    db,
  );
}

/** A call for a statement that does more than enqueue. */
export function jobCall<Name extends JobName>(
  name: Name,
  payload: JobPayloads[Name],
  { key, priority, maxAttempts, delaySeconds = 0 }: JobOptions = {},
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${name}, ${JSON.stringify(withTrace(payload))}::json, ${jobQueues[name] ?? null}::text,
    now() + make_interval(secs => ${delaySeconds}), ${maxAttempts ?? null}::int, ${key ?? null}::text, ${priority ?? null}::int)`;
}

/** The job goes on with the trace of whoever enqueued it. */
function withTrace(payload: object | null): object {
  const traceparent = currentTraceparent();
  return { ...payload, ...(traceparent !== null && { traceparent }) };
}
