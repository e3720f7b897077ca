import type { Authenticate } from '#core/page-token.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import type { KeyDirectory } from '#features/api-keys/key-directory.ts';
import type { Db } from '#features/database.ts';
import type { RateLimiter } from '#features/limits/rate-limiter.ts';
import type { DesignJudge } from '#features/rendering/design-judge.ts';
import type { Auth } from '#features/sign-in/create-auth.ts';
import type { Safety } from '#features/url-safety/create-safety.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { FileStore } from '#platform/file-store.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Tracing } from '#platform/tracing.ts';

/** Everything that the control plane works with; put together in `main/api.ts`. */
export interface ApiContext {
  config: Config;
  log: Log;
  clock: Clock;
  metrics: Metrics;
  tracing: Tracing | null;
  db: Db;
  keys: KeyDirectory;
  limiter: RateLimiter;
  safety: Safety;
  auth: Auth;
  plans: PlanCatalogue;
  files: FileStore;
  designs: DesignJudge;
  authenticatePageToken: Authenticate;
}
