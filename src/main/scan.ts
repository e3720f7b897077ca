import { fileURLToPath } from 'node:url';
import { CountryDatabase } from '#platform/country-database.ts';
import { HttpDrain } from '#platform/http-drain.ts';
import { listen } from '#platform/listen.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { PostgresListener } from '#platform/postgres-listener.ts';
import { TrustedProxies } from '#platform/trusted-proxies.ts';
import { DatabaseContact } from '#scan/database-contact.ts';
import { DomainReader } from '#scan/domain-reader.ts';
import { JournalReplay } from '#scan/journal-replay.ts';
import { ledgerSettings } from '#scan/ledger-statements.ts';
import { ScanJournal } from '#scan/scan-journal.ts';
import { ScanLedger } from '#scan/scan-ledger.ts';
import { ScanMetrics } from '#scan/scan-metrics.ts';
import { createScanServer } from '#scan/scan-server.ts';
import { ScanTargetCache } from '#scan/scan-target-cache.ts';
import { ScanTargets } from '#scan/scan-targets.ts';
import { ServedHosts } from '#scan/served-hosts.ts';
import { VisitReader } from '#scan/visit.ts';
import { VisitorSalt } from '#scan/visitor-salt.ts';
import { drainBounds, type ProcessContext, type ProcessPart } from './process-part.ts';

const megabyte = 2 ** 20;
/** A person waits with a phone in the hand: better from memory soon than from PostgreSQL late. */
const timeouts = { connectMs: 1_000, statementMs: 1_500, lockMs: 1_000 };

/** The data plane: public short links. It shares no code path with the control plane. */
export async function startScan(process: ProcessContext): Promise<ProcessPart> {
  const { config, log, clock, metrics, tracing } = process;
  // Straight to PostgreSQL: a few long-lived connections with prepared statements gain nothing from a pooler.
  const pool = createPostgresPool({
    url: config.databaseDirectUrl,
    poolMax: config.scanLanes + 3,
    applicationName: 'waypost-scan',
    log,
    timeouts,
    settings: ledgerSettings,
  });
  const contact = new DatabaseContact(pool, log, clock);
  const cache = new ScanTargetCache(config.scanCacheMb * megabyte, clock);
  const targets = new ScanTargets(pool, cache, contact, log);
  const journal = new ScanJournal(config.journalDir, config.journalMbMax * megabyte, log);
  const salt = new VisitorSalt(pool, clock);
  const countries = new CountryDatabase(config.countryFile ?? bundledCountryFile(), log, metrics);
  const scanMetrics = new ScanMetrics(metrics, {
    journalBytes: () => journal.bytes,
    pending: () => ledger.pending,
    cachedTargets: () => cache.size,
    postgresAwaySeconds: () => contact.awayMs / 1_000,
  });
  const ledger = new ScanLedger({
    pool,
    contact,
    targets,
    cache,
    journal,
    salt,
    clock,
    log,
    metrics: scanMetrics,
    lanes: config.scanLanes,
    tracing,
  });
  // Counting what was journalled may take its time, and must not take the scans' connections.
  const replayPool = createPostgresPool({
    url: config.databaseDirectUrl,
    poolMax: 1,
    applicationName: 'waypost-replay',
    log,
  });
  const replay = new JournalReplay(replayPool, journal, contact, log);
  const domains = new DomainReader(pool, contact, log);
  const hosts = new ServedHosts(replayPool, log);
  process.internalRoutes.set('/domains/ask', (query) => hosts.ask(query.get('domain') ?? '', clock.nowMs()));
  const listener = new PostgresListener({
    url: config.databaseDirectUrl,
    channel: 'scan_target_changed',
    log,
    onNotification: (payload) => {
      cache.onNotification(payload);
      hosts.onNotification(payload);
      if (payload.startsWith('project:')) domains.onNotification(payload);
    },
    onGap: () => {
      cache.markAllStale();
      hosts.markAllStale();
    },
  });

  await Promise.all([countries.start(), journal.open(), salt.start()]);
  contact.onReturn(() => salt.renew());
  listener.start();
  replay.start();
  process.health.add('scan', async () => {
    if (contact.isUp) return journal.problem ?? undefined;
    const awaySeconds = Math.round(contact.awayMs / 1_000);
    if (journal.problem !== null || !contact.isRecent)
      throw new Error(
        `PostgreSQL is away for ${awaySeconds} s; ${journal.problem ?? 'too long to go on without it'}`,
      );
    return `PostgreSQL is away for ${awaySeconds} s; scans are journalled`;
  });

  const visits = new VisitReader(
    new TrustedProxies(config.trustedProxies),
    countries,
    config.countryHeader,
    config.ownHosts,
  );

  const server = createScanServer({
    targets,
    domains,
    ledger,
    visits,
    metrics: scanMetrics,
    clock,
    log,
    tracing,
  });
  const drain = new HttpDrain(server);
  const address = await listen(server, process.environment, {
    name: 'scan',
    host: config.bindAddress,
    port: config.scanPort,
  });
  return {
    name: 'scan',
    address,
    drain: () => drain.run(drainBounds(config)),
    close: async () => {
      drain.cut();
      replay.stop();
      salt.stop();
      countries.stop();
      contact.stop();
      await listener.stop();
      await journal.close();
      await Promise.all([pool.end(), replayPool.end()]);
    },
  };
}

function bundledCountryFile(): string {
  return fileURLToPath(
    import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
  );
}
