import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { KeyDirectory } from '#features/api-keys/key-directory.ts';
import type { Database } from '#features/database.ts';
import { type EventNews, listNews } from '#features/events/event-news.ts';
import { switchOnEvents } from '#features/events/event-queries.ts';
import { DownloadLinks } from '#features/exports/download-links.ts';
import { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import { ProcessCensus } from '#features/limits/process-census.ts';
import { RateLimiter } from '#features/limits/rate-limiter.ts';
import { listRendered } from '#features/qr-codes/qr-code-queries.ts';
import { DrawingQueue } from '#features/rendering/drawing-queue.ts';
import { createAuth } from '#features/sign-in/create-auth.ts';
import { ProviderClient } from '#features/sso/provider-client.ts';
import { createSafety } from '#features/url-safety/create-safety.ts';
import { ApiTraffic } from '#http/api-traffic.ts';
import { buildServer } from '#http/server.ts';
import { DnsLookUp } from '#platform/dns-look-up.ts';
import { FileLinks } from '#platform/file-links.ts';
import { HttpDrain } from '#platform/http-drain.ts';
import { listen } from '#platform/listen.ts';
import { createNameResolver } from '#platform/name-resolver.ts';
import { openFileStore } from '#platform/open-file-store.ts';
import { PolledWaits } from '#platform/polled-waits.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';
import { postgresHosts } from '#platform/postgres-hosts.ts';
import { PostgresListener } from '#platform/postgres-listener.ts';
import { createRedis } from '#platform/redis.ts';
import { Secrets } from '#platform/secrets.ts';
import { changeByItself } from './change-by-itself.ts';
import { addDatabaseHealth } from './database-health.ts';
import { listenForLists } from './listen-for-lists.ts';
import { drainBounds, type ProcessContext, type ProcessPart } from './process-part.ts';

interface ApiOverrides {
  /** For tests: the clock of the process also decides in Redis. */
  clockRulesRedis?: boolean;
}

/** The API: `/v1`, its OpenAPI document and the reference page. */
export async function startApi(process: ProcessContext, overrides: ApiOverrides = {}): Promise<ProcessPart> {
  const { config, log, clock, metrics, tracing } = process;
  const plans = await loadPlanCatalogue(config.plansFile);
  const pool = createPostgresPool({
    url: config.databaseUrl,
    poolMax: config.databasePoolMax,
    applicationName: 'waypost-api',
    mayBePooled: true,
    log,
  });
  const db = createDatabase<Database>(pool);
  const ledgers = new LedgerDatabases(config.ledgerDatabaseUrls, {
    poolMax: 3,
    // A page shows a count without it rather than waiting long.
    timeouts: { connectMs: 500, statementMs: 1_000, lockMs: 500 },
    applicationName: 'waypost-api',
    log,
  });
  const secrets = new Secrets(config.secretKeys);
  await addDatabaseHealth(process, pool);

  const redis = createRedis(config.redisUrl, log);
  const census = new ProcessCensus(redis, config.redisKeyPrefix, metrics);
  const limiter = new RateLimiter({
    redis,
    keyPrefix: config.redisKeyPrefix,
    census,
    clock,
    metrics,
    log,
    ...overrides,
  });
  const keys = new KeyDirectory(db, plans, clock, metrics);
  const listener = new PostgresListener({
    url: config.databaseDirectUrl,
    channel: 'account_changed',
    log,
    onNotification: (accountId) => keys.forgetAccount(accountId),
    onGap: () => keys.forgetAll(),
  });

  process.health.add('notifications', async () => listener.checkAddress());

  const safety = createSafety(db, process);
  const safetyListener = listenForLists(process, safety.lists);
  const files = await openFileStore(config.fileStore);
  const drawings = new DrawingQueue();
  const renderWaits = new PolledWaits({
    ask: (qrIds: string[]) => listRendered(db, qrIds),
    pollMs: 100,
    log,
  });
  const eventWaits = new PolledWaits({ ask: (waits: EventNews[]) => listNews(db, waits), pollMs: 250, log });
  const traffic = new ApiTraffic(clock);
  process.internalRoutes.set('/top/api', () => traffic.read());
  const office = { secrets, mail: config.mail, log };
  const dashboardUrl = `${config.apiBaseUrl}/dashboard/`;
  const changing = changeByItself(db, { safety, plans, keys, office, dashboardUrl, clock, log });
  const app = await buildServer({
    config,
    log,
    clock,
    metrics,
    tracing,
    isSettling: () =>
      [config.databaseUrl, config.databaseDirectUrl].some((url) => postgresHosts(url).isSettling),
    db,
    ledgers,
    keys,
    limiter,
    safety,
    auth: createAuth(db, config, secrets, log),
    plans,
    files,
    fileLinks: new FileLinks(secrets, config, clock),
    downloadLinks: new DownloadLinks(secrets, config.apiBaseUrl, clock),
    drawings,
    renderWaits,
    eventWaits,
    traffic,
    secrets,
    providers: new ProviderClient({
      resolve: createNameResolver(config.safety.dnsServers),
      allowPrivateDestinations: config.allowPrivateDestinations,
    }),
    dns: new DnsLookUp(config.safety.dnsServers),
    authenticatePageToken: (message) => secrets.signAll('page token', message),
  });

  // Without PostgreSQL, the worker does it later.
  await switchOnEvents(db).catch(() => {});
  census.start();
  listener.start();
  safetyListener.start();
  changing.start();
  const drain = new HttpDrain(app.server);
  const address = await listen(app.server, process.environment, {
    name: 'api',
    host: config.bindAddress,
    port: config.apiPort,
  });
  return {
    name: 'api',
    address,
    drain: () => {
      renderWaits.close();
      eventWaits.close();
      return drain.run(drainBounds(config));
    },
    close: async () => {
      renderWaits.close();
      eventWaits.close();
      drain.cut();
      await changing.stop();
      await app.close();
      await drawings.close();
      await census.stop();
      await listener.stop();
      await safetyListener.stop();
      redis.disconnect();
      await db.destroy();
      await ledgers.end();
    },
  };
}
