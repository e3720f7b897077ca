import type { Kysely } from 'kysely';
import type { Database } from '#features/database.ts';
import type { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import { checkDestinations } from '#features/watches/check-destinations.ts';
import { checkExpiries } from '#features/watches/check-expiries.ts';
import { RdapClient } from '#features/watches/rdap-client.ts';
import { findScanAlarms } from '#features/watches/scans/find-scan-alarms.ts';
import { learnBaselines } from '#features/watches/scans/learn-baselines.ts';
import { UrlChecker } from '#features/watches/url-checker.ts';
import { createNameResolver } from '#platform/name-resolver.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { ProcessContext } from './process-part.ts';

interface WatchParts {
  db: Kysely<Database>;
  ledgers: LedgerDatabases;
  secrets: Secrets;
}

/** What the worker does for watched codes. */
export function createWatchTasks(
  { config, clock, log }: ProcessContext,
  { db, ledgers, secrets }: WatchParts,
) {
  const options = {
    resolve: createNameResolver(config.safety.dnsServers),
    clock,
    aboutUrl: `${config.apiBaseUrl}/docs/guide/watches`,
  };
  const rdap = new RdapClient(db, config.watch.rdapListUrl, options);
  const tools = {
    checker: new UrlChecker(db, options),
    office: { secrets, mail: config.mail, log },
    dashboardUrl: `${config.apiBaseUrl}/dashboard/`,
    clock,
    log,
  };
  const { isOffered } = config.watch;
  return {
    'check-destinations': async (signal: AbortSignal) => {
      const checked = isOffered ? await checkDestinations(db, tools, signal) : 0;
      if (checked > 0) log.info({ checked }, 'destinations were checked');
    },
    'check-domain-expiries': async (signal: AbortSignal) => {
      if (isOffered) await checkExpiries(db, tools, rdap, signal);
    },
    'learn-scan-baselines': (signal: AbortSignal) => learnBaselines(db, tools, signal),
    'find-scan-alarms': (signal: AbortSignal) => findScanAlarms(db, ledgers, tools, signal),
  };
}
