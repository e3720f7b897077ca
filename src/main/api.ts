import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { KeyDirectory } from '#features/api-keys/key-directory.ts';
import type { Database } from '#features/database.ts';
import { ProcessCensus } from '#features/limits/process-census.ts';
import { RateLimiter } from '#features/limits/rate-limiter.ts';
import { DesignJudge } from '#features/rendering/design-judge.ts';
import { createAuth } from '#features/sign-in/create-auth.ts';
import { createSafety } from '#features/url-safety/create-safety.ts';
import { buildServer } from '#http/server.ts';
import { HttpDrain } from '#platform/http-drain.ts';
import { listen } from '#platform/listen.ts';
import { openFileStore } from '#platform/open-file-store.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';
import { PostgresListener } from '#platform/postgres-listener.ts';
import { createRedis } from '#platform/redis.ts';
import { addDatabaseHealth } from './database-health.ts';
import { listenForLists } from './listen-for-lists.ts';
import { createPageTokenKey } from './page-token-key.ts';
import { drainBounds, type ProcessContext, type ProcessPart } from './process-part.ts';

interface ApiOverrides {
  /** For tests: the process's clock decides in Redis as well. */
  clockRulesRedis?: boolean;
}

/** The control plane: `/v1`, its OpenAPI document and the reference page. */
export async function startApi(process: ProcessContext, overrides: ApiOverrides = {}): Promise<ProcessPart> {
  const { config, log, clock, metrics, tracing } = process;
  const plans = await loadPlanCatalogue(config.plansFile);
  const pool = createPostgresPool({
    url: config.databaseUrl,
    poolMax: config.databasePoolMax,
    applicationName: 'waypost-api',
    log,
  });
  const db = createDatabase<Database>(pool);
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

  const safety = createSafety(db, process);
  const safetyListener = listenForLists(process, safety.lists);
  const files = await openFileStore(config.fileStore);
  const designs = new DesignJudge();
  const authenticatePageToken = createPageTokenKey(config.secretKey);
  const app = await buildServer({
    config,
    log,
    clock,
    metrics,
    tracing,
    db,
    keys,
    limiter,
    safety,
    auth: createAuth(db, config, log),
    plans,
    files,
    designs,
    authenticatePageToken,
  });

  census.start();
  listener.start();
  safetyListener.start();
  const drain = new HttpDrain(app.server);
  const address = await listen(app.server, process.environment, {
    name: 'api',
    host: config.bindAddress,
    port: config.apiPort,
  });
  return {
    name: 'api',
    address,
    drain: () => drain.run(drainBounds(config)),
    close: async () => {
      drain.cut();
      await app.close();
      await designs.close();
      await census.stop();
      await listener.stop();
      await safetyListener.stop();
      redis.disconnect();
      await db.destroy();
    },
  };
}
