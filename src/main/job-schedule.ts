import type { JobName } from '#features/add-job.ts';
import type { Lane } from '#features/webhooks/delivery-queries.ts';

/** When the worker runs which tasks, as cron patterns in UTC. */
export const jobSchedule: { task: Exclude<JobName, Lane>; match: string }[] = [
  { task: 'update-threat-lists', match: '* * * * *' },
  // Also if nothing changed: a worker may have died between a verdict and its codes.
  { task: 'examine-safety-changes', match: '* * * * *' },
  { task: 'sweep-destinations', match: '* * * * *' },
  { task: 'check-domains', match: '* * * * *' },
  { task: 'check-destinations', match: '* * * * *' },
  { task: 'check-domain-expiries', match: '*/10 * * * *' },
  { task: 'learn-scan-baselines', match: '*/5 * * * *' },
  { task: 'find-scan-alarms', match: '*/5 * * * *' },
  { task: 'keep-safety-record', match: '41 * * * *' },
  // Again later: a worker of the previous release may still render one with an old host.
  { task: 'redraw-secrets', match: '29 * * * *' },
  { task: 'erase-accounts', match: '* * * * *' },
  { task: 'delete-old-reports', match: '11 * * * *' },
  { task: 'sync-lists', match: '19 3 * * *' },
  { task: 'purge-idempotency-keys', match: '*/5 * * * *' },
  { task: 'send-reports', match: '*/5 * * * *' },
  { task: 'purge-exports', match: '*/10 * * * *' },
  { task: 'purge-replaced-files', match: '17 * * * *' },
  { task: 'keep-scan-partitions', match: '23 * * * *' },
  { task: 'fold-scans', match: '* * * * *' },
  { task: 'keep-events', match: '* * * * *' },
  { task: 'keep-event-partitions', match: '37 * * * *' },
  { task: 'roll-up-scans', match: '* * * * *' },
  // Soon after the end of the day: until then its visitors could still be distinguished.
  { task: 'delete-visitor-salts', match: '*/5 * * * *' },
  { task: 'delete-sign-in-tries', match: '*/10 * * * *' },
];
