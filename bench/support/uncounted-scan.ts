import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { resolveScan } from '#core/resolve-scan.ts';
import { systemClock } from '#platform/clock.ts';
import { CountryDatabase } from '#platform/country-database.ts';
import { countryFile } from '#platform/country-file.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { Secrets } from '#platform/secrets.ts';
import { TrustedProxies } from '#platform/trusted-proxies.ts';
import { BrandReader } from '#scan/brand-reader.ts';
import { DatabaseContact } from '#scan/database-contact.ts';
import { DomainReader } from '#scan/domain-reader.ts';
import { FileTickets } from '#scan/file-tickets.ts';
import { RefusalLog } from '#scan/refusal-log.ts';
import { ScanMetrics } from '#scan/scan-metrics.ts';
import { createScanServer } from '#scan/scan-server.ts';
import { ScanTargetCache } from '#scan/scan-target-cache.ts';
import { ScanTargets } from '#scan/scan-targets.ts';
import { ScanTraffic } from '#scan/scan-traffic.ts';
import { VisitReader, visitorOf } from '#scan/visit.ts';

/** The scan server without its ledger: every decision, nothing counted. Prints its address. */
const log = pino({ level: 'silent' });
const metrics = createMetrics();
const url = process.env['DATABASE_URL'] ?? '';
const pool = createPostgresPool({ url, poolMax: 2, applicationName: 'bench', log });
const contact = new DatabaseContact({ commit: () => pool.query('select 1'), clock: systemClock, log });
const cache = new ScanTargetCache(2 ** 27, systemClock);
const countries = new CountryDatabase(countryFile({ countryFile: null }), log, metrics);
await countries.start();
const none = () => 0;
const server = createScanServer({
  reports: { answer: async () => {} },
  refusals: new RefusalLog(systemClock, log),
  traffic: new ScanTraffic(systemClock),
  publicBaseUrl: 'http://127.0.0.1',
  apiBaseUrl: 'http://127.0.0.1',
  homeUrl: null,
  securityTxt: () => '',
  tracing: null,
  domains: new DomainReader(pool, contact, log),
  brands: new BrandReader(pool, contact, log),
  tickets: new FileTickets(new Secrets(['bench']), systemClock),
  targets: new ScanTargets({ pool, cache, contact, snapshot: { find: async () => null }, log }),
  ledger: {
    submit: ({ target, visit, answer }) => answer(resolveScan(target, visitorOf(visit), visit.arrivedMs)),
  },
  visits: new VisitReader(new TrustedProxies([]), countries, null, ['127.0.0.1']),
  metrics: new ScanMetrics(metrics, {
    journalBytes: none,
    pending: none,
    cachedTargets: none,
    postgresAwaySeconds: none,
    sinceCommitSeconds: none,
    journalBytesMax: none,
    snapshotTargets: none,
    snapshotAgeSeconds: none,
    ledgerServersAway: none,
  }),
  clock: systemClock,
  log,
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
