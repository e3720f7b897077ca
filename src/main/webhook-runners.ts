import type pg from 'pg';
import type { JobPayloads } from '#features/add-job.ts';
import type { Db } from '#features/database.ts';
import type { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import type { Addresses } from '#features/qr-codes/qr-code-view.ts';
import { isPublicAddress } from '#features/url-safety/check/redirect-follower.ts';
import { type DeliverTools, deliverToEndpoint } from '#features/webhooks/deliver-to-endpoint.ts';
import type { Lane } from '#features/webhooks/delivery-queries.ts';
import { DeliverySigner } from '#features/webhooks/delivery-signer.ts';
import { tellOwners } from '#features/webhooks/tell-owners.ts';
import { GuardedClient } from '#platform/guarded-client.ts';
import { JobRunner } from '#platform/jobs.ts';
import { createNameResolver } from '#platform/name-resolver.ts';
import { packageVersion } from '#platform/package-version.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { ProcessContext } from './process-part.ts';

/** Endpoints that are served at a time. A job mostly waits for its receiver. */
const concurrency = { 'deliver-webhooks': 24, 'deliver-troubled-webhooks': 24 } satisfies Record<
  Lane,
  number
>;

interface WebhookRunners {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Deliveries have runners of their own, one for healthy endpoints and one for troubled ones. */
export function createWebhookRunners(
  { config, log, tracing }: ProcessContext,
  {
    pool,
    db,
    secrets,
    addresses,
    ledgers,
    signal,
  }: {
    pool: pg.Pool;
    db: Db;
    secrets: Secrets;
    addresses: Addresses;
    ledgers: LedgerDatabases;
    signal: AbortSignal;
  },
): WebhookRunners {
  const tools: DeliverTools = {
    client: new GuardedClient({
      resolve: createNameResolver(config.safety.dnsServers),
      isPublicAddress: config.allowPrivateDestinations ? () => true : isPublicAddress,
      userAgent: `Waypost/${packageVersion()} (webhooks)`,
      proxy: config.webhookProxy === null ? null : new URL(config.webhookProxy),
    }),
    signer: new DeliverySigner(secrets),
    addresses,
    ledgers,
    random: () => Math.random(),
    slow: new Set(),
    onDisabled: async (endpoint, reason) => {
      const { endpoint_id: endpointId, account_id: accountId } = endpoint;
      log.warn({ endpoint_id: endpointId, account_id: accountId, reason }, 'a webhook endpoint was disabled');
      await tellOwners(db, { secrets, mail: config.mail, log }, endpoint, reason);
    },
  };
  const deliver = (lane: Lane, { endpoint_id: endpointId }: JobPayloads[Lane], ends?: AbortSignal) =>
    deliverToEndpoint(
      db,
      endpointId,
      lane,
      tools,
      ends === undefined ? signal : AbortSignal.any([signal, ends]),
    );
  const shared = { pool, log, tracing, queues: {}, schedule: [], onStart: async () => {} };
  const runners = [
    new JobRunner<Pick<JobPayloads, 'deliver-webhooks'>>({
      ...shared,
      concurrency: concurrency['deliver-webhooks'],
      tasks: {
        'deliver-webhooks': (payload, { abortSignal }) => deliver('deliver-webhooks', payload, abortSignal),
      },
    }),
    new JobRunner<Pick<JobPayloads, 'deliver-troubled-webhooks'>>({
      ...shared,
      concurrency: concurrency['deliver-troubled-webhooks'],
      tasks: {
        'deliver-troubled-webhooks': (payload, { abortSignal }) =>
          deliver('deliver-troubled-webhooks', payload, abortSignal),
      },
    }),
  ];
  return {
    start: async () => {
      for (const runner of runners) await runner.start();
    },
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
