import { securityTxt } from '#core/security-txt.ts';
import { CountryDatabase } from '#platform/country-database.ts';
import { countryFile } from '#platform/country-file.ts';
import { HttpDrain } from '#platform/http-drain.ts';
import { LedgerPools } from '#platform/ledger-pools.ts';
import { listen } from '#platform/listen.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { createPostgresPool, isPostgresUnavailable } from '#platform/postgres.ts';
import { PostgresListener } from '#platform/postgres-listener.ts';
import { Secrets } from '#platform/secrets.ts';
import { TrustedProxies } from '#platform/trusted-proxies.ts';
import { BrandReader } from '#scan/brand-reader.ts';
import { DatabaseContact } from '#scan/database-contact.ts';
import { DomainReader } from '#scan/domain-reader.ts';
import { FileTickets } from '#scan/file-tickets.ts';
import { JournalReplay } from '#scan/journal-replay.ts';
import { LedgerMode } from '#scan/ledger-mode.ts';
import { LedgerServers } from '#scan/ledger-servers.ts';
import { commitNothing, ledgerSettings } from '#scan/ledger-statements.ts';
import { LimitSettler } from '#scan/limit-settler.ts';
import { RefusalLog } from '#scan/refusal-log.ts';
import { ReportRoute } from '#scan/report-route.ts';
import { ScanJournal } from '#scan/scan-journal.ts';
import { ScanLedger } from '#scan/scan-ledger.ts';
import { ScanMetrics } from '#scan/scan-metrics.ts';
import { createScanServer } from '#scan/scan-server.ts';
import { ScanTargetCache } from '#scan/scan-target-cache.ts';
import { ScanTargets } from '#scan/scan-targets.ts';
import { ScanTraffic } from '#scan/scan-traffic.ts';
import { ServedHosts } from '#scan/served-hosts.ts';
import { SnapshotKeeper } from '#scan/snapshot/snapshot-keeper.ts';
import { TargetSnapshot } from '#scan/snapshot/target-snapshot.ts';
import { VisitReader } from '#scan/visit.ts';
import { utcDay, VisitorSalt } from '#scan/visitor-salt.ts';
import { schemaCheck } from './database-health.ts';
import { drainBounds, type ProcessContext, type ProcessPart } from './process-part.ts';

const megabyte = 2 ** 20;
const snapshotRefreshMs = 10_000;
/** A visitor is waiting with a phone: a quick response from memory is better than a late one from PostgreSQL. */
const timeouts = { connectMs: 1_000, statementMs: 1_500, lockMs: 1_000 };

/** The server of public short links. It uses nothing of `features` and `http`. */
export async function startScan(process: ProcessContext): Promise<ProcessPart> {
  const { config, log, clock, metrics, tracing } = process;
  // Directly to PostgreSQL: a pooler doesn't help a few long-lived connections with prepared statements.
  const pool = createPostgresPool({
    url: config.databaseDirectUrl,
    // A lane appends, counts, numbers and confirms at the same time; three more connections read targets, settle limits and probe.
    poolMax: 4 * config.scanLanes + 3,
    applicationName: 'waypost-scan',
    log,
    timeouts,
    settings: ledgerSettings,
  });
  const ledgerPools = new LedgerPools(config.ledgerDatabaseUrls, {
    poolMax: config.scanLanes + 2,
    applicationName: 'waypost-scan',
    log,
    timeouts,
    settings: ledgerSettings,
  });
  const servers = new LedgerServers({ first: pool, pools: ledgerPools, clock, log });
  const contact = new DatabaseContact({
    commit: () => commitNothing(pool, newUuid(), utcDay(clock.nowMs())),
    clock,
    log,
  });
  const cache = new ScanTargetCache(config.scanCacheMb * megabyte, clock);
  const snapshot = new TargetSnapshot(config.journalDir, config.databaseDirectUrl, clock, log);
  const targets = new ScanTargets({ pool, cache, contact, snapshot, log });
  const journal = new ScanJournal(config.journalDir, config.journalMbMax * megabyte, log);
  const salt = new VisitorSalt(pool, clock);
  const mode = new LedgerMode(pool, log);
  const countries = new CountryDatabase(countryFile(config), log, metrics);
  const scanMetrics = new ScanMetrics(metrics, {
    journalBytes: () => journal.bytes,
    pending: () => ledger.pending,
    cachedTargets: () => cache.size,
    postgresAwaySeconds: () => contact.awayMs / 1_000,
    sinceCommitSeconds: () => contact.sinceCommitMs / 1_000,
    journalBytesMax: () => config.journalMbMax * megabyte,
    snapshotTargets: () => snapshot.size,
    snapshotAgeSeconds: () => (snapshot.ageMs ?? Number.NaN) / 1_000,
    ledgerServersAway: () => servers.away,
  });
  const ledger = new ScanLedger({
    pool,
    contact,
    targets,
    cache,
    journal,
    salt,
    mode,
    settler: new LimitSettler(pool, contact, servers, log),
    servers,
    clock,
    log,
    metrics: scanMetrics,
    lanes: config.scanLanes,
    isFullJournalServed: config.journalFull === 'redirect',
    tracing,
  });
  // Reading all targets may take time too.
  const keeperPool = createPostgresPool({
    url: config.databaseDirectUrl,
    poolMax: 1,
    applicationName: 'waypost-snapshot',
    log,
  });
  const keeper = new SnapshotKeeper({
    pool: keeperPool,
    snapshot,
    contact,
    clock,
    log,
    bytesMax: config.snapshotMbMax * megabyte,
  });
  // Counting a journal may take time, and must not use the connections of scans.
  const replayPool = createPostgresPool({
    url: config.databaseDirectUrl,
    poolMax: 1,
    applicationName: 'waypost-replay',
    log,
  });
  const findPool = (serverId: string) => {
    const server = servers.find(serverId);
    return server?.contact.isUp ? server.pool : undefined;
  };
  const replay = new JournalReplay(replayPool, findPool, journal, contact, log);
  const domains = new DomainReader(pool, contact, log);
  // Certificates, reports and pages are rare, and must wait neither for a replay nor for scans.
  const sidePool = createPostgresPool({
    url: config.databaseDirectUrl,
    poolMax: 4,
    applicationName: 'waypost-scan-side',
    log,
    timeouts,
  });
  const hosts = new ServedHosts(sidePool, config.abuse.firstCertificatesPerDay, log);
  process.internalRoutes.set('/domains/ask', (query) => hosts.ask(query.get('domain') ?? '', clock.nowMs()));
  const listener = new PostgresListener({
    url: config.databaseDirectUrl,
    channel: 'scan_target_changed',
    log,
    onNotification: (payload) => {
      cache.onNotification(payload);
      hosts.onNotification(payload);
      keeper.onNotification(payload);
      if (payload.startsWith('project:')) domains.onNotification(payload);
    },
    onGap: (isListening) => {
      cache.markAllStale();
      hosts.markAllStale();
      keeper.onGap(isListening);
    },
  });

  const snapshotRead = snapshot.open();
  await Promise.all([countries.start(), journal.open(), salt.start(), mode.start(), servers.start()]);
  // Nothing waits for the snapshot while PostgreSQL is up.
  await contact.open(() => snapshotRead.then(() => snapshot.ageMs));
  contact.onReturn(() => salt.renew());
  listener.start();
  replay.start();
  keeper.start();
  // Also while PostgreSQL is up, so that its age is known and an outage doesn't begin with reading it.
  const refreshing = setInterval(() => void snapshot.refresh(), snapshotRefreshMs).unref();
  const checkSchema = await schemaCheck(sidePool);
  process.health.add('scan', async () => {
    if (contact.isUp) {
      await checkSchema().catch((error: unknown) => {
        if (!isPostgresUnavailable(error)) throw error;
      });
      return journal.problem ?? undefined;
    }
    await snapshot.refresh();
    if (snapshot.ageMs === null && cache.size === 0)
      throw new Error("PostgreSQL can't be reached, and there is no snapshot to serve links from");
    const awaySeconds = Math.round(contact.awayMs / 1_000);
    const obstacle = journal.problem ?? (contact.isRecent ? null : 'too long to continue without it');
    const words = `PostgreSQL has been unreachable for ${awaySeconds} s; ${obstacle ?? 'scans are journalled'}`;
    if (obstacle === null) return words;
    if (config.journalFull === 'refuse') throw new Error(words);
    return `${words}; scans are not counted`;
  });

  const visits = new VisitReader(
    new TrustedProxies(config.trustedProxies),
    countries,
    config.countryHeader,
    config.ownHosts,
  );

  const traffic = new ScanTraffic(clock);
  process.internalRoutes.set('/top/scan', () => traffic.read());
  const server = createScanServer({
    apiBaseUrl: config.apiBaseUrl,
    targets,
    domains,
    brands: new BrandReader(sidePool, contact, log),
    tickets: new FileTickets(new Secrets(config.secretKeys), clock),
    ledger,
    visits,
    metrics: scanMetrics,
    clock,
    log,
    tracing,
    refusals: new RefusalLog(clock, log),
    traffic,
    reports: new ReportRoute({ pool: sidePool, log, countReport: () => scanMetrics.countReport() }),
    publicBaseUrl: config.publicBaseUrl,
    homeUrl: config.homeUrl,
    securityTxt: () => securityTxt(config.publicBaseUrl, config.abuse.securityContact, clock.nowMs()),
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
      clearInterval(refreshing);
      await keeper.stop();
      await snapshot.close();
      salt.stop();
      mode.stop();
      servers.stop();
      countries.stop();
      contact.stop();
      await listener.stop();
      await journal.close();
      await Promise.all([pool.end(), replayPool.end(), sidePool.end(), keeperPool.end(), ledgerPools.end()]);
    },
  };
}
