import type { Authenticate } from '#core/page-token.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import type { KeyDirectory } from '#features/api-keys/key-directory.ts';
import type { Db } from '#features/database.ts';
import type { EventNews } from '#features/events/event-news.ts';
import type { DownloadLinks } from '#features/exports/download-links.ts';
import type { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import type { RateLimiter } from '#features/limits/rate-limiter.ts';
import type { Addresses } from '#features/qr-codes/qr-code-view.ts';
import type { DrawingQueue } from '#features/rendering/drawing-queue.ts';
import type { Auth } from '#features/sign-in/create-auth.ts';
import type { ProviderClient } from '#features/sso/provider-client.ts';
import type { Safety } from '#features/url-safety/create-safety.ts';
import type { WebhookTools } from '#features/webhooks/save-endpoint.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { DnsLookUp } from '#platform/dns-look-up.ts';
import type { FileLinks } from '#platform/file-links.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { AllFiles } from '#platform/open-file-store.ts';
import type { PolledWaits } from '#platform/polled-waits.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Tracing } from '#platform/tracing.ts';
import type { ApiTraffic } from './api-traffic.ts';

/** Everything that the API needs; created in `main/api.ts`. */
export interface ApiContext {
  config: Config;
  log: Log;
  clock: Clock;
  metrics: Metrics;
  /** Whether PostgreSQL has just come back: then no changes are accepted for a moment. */
  isSettling(): boolean;
  tracing: Tracing | null;
  db: Db;
  /** Additional servers for scans. */
  ledgers: LedgerDatabases;
  keys: KeyDirectory;
  limiter: RateLimiter;
  safety: Safety;
  auth: Auth;
  plans: PlanCatalogue;
  files: AllFiles;
  fileLinks: FileLinks;
  downloadLinks: DownloadLinks;
  drawings: DrawingQueue;
  /** Requests that wait for the image of a code, by its UUID. */
  renderWaits: PolledWaits<string>;
  eventWaits: PolledWaits<EventNews>;
  traffic: ApiTraffic;
  secrets: Secrets;
  /** Providers of single sign-on. */
  providers: ProviderClient;
  dns: DnsLookUp;
  authenticatePageToken: Authenticate;
}

export function webhookToolsOf({ config, secrets }: ApiContext): WebhookTools {
  return { secrets, allowsPrivate: config.allowPrivateDestinations };
}

/** Settings that views need for links. */
export function addressesOf({ config, fileLinks }: ApiContext): Addresses {
  return { publicBaseUrl: config.publicBaseUrl, fileLinks };
}
